cask "waybill" do
  version "{{version}}"

  on_arm do
    url "{{macArmUrl}}"
    sha256 "{{macArmDigest}}"
  end
  on_intel do
    url "{{macIntelUrl}}"
    sha256 "{{macIntelDigest}}"
  end

  name "Waybill"
  desc "Quote, book, print and track freight"
  homepage "https://waybill.example/"

  depends_on macos: ">= :monterey"

  # Bookings and settings stay when it is uninstalled: there is no zap.
  app "Waybill.app"
  binary "#{appdir}/Waybill.app/Contents/Resources/bin/waybill"
end
