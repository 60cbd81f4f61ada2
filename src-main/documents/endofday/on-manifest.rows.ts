/** SQL: is this shipment on a manifest of this station, or of another one of its site? */
export const isOnManifest = (environment: string, shipmentId: string): string =>
  `(EXISTS (SELECT 1 FROM manifest_shipment m WHERE m.environment = ${environment} AND m.shipment_id = ${shipmentId})
    OR EXISTS (SELECT 1 FROM site_manifest_shipment m WHERE m.environment = ${environment} AND m.shipment_id = ${shipmentId}))`
