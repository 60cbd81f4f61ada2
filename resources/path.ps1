# Puts a folder on the user's PATH, or takes it off again (-Remove). Called by the installer of Windows.
# By way of the registry: setting the variable as text would write out what it names by other variables, and cut long ones.
param([Parameter(Mandatory = $true)][string]$Folder, [switch]$Remove)
$ErrorActionPreference = 'Stop'
$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
try {
  $kind = [Microsoft.Win32.RegistryValueKind]::ExpandString
  $now = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
  $folders = @($now.Split(';') | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $Folder.TrimEnd('\') })
  if (-not $Remove) { $folders += $Folder }
  $key.SetValue('Path', ($folders -join ';'), $kind)
} finally {
  $key.Close()
}
# Tells the programs that are open, which the registry alone does not.
[Environment]::SetEnvironmentVariable('WaybillPathChanged', $null, 'User')
