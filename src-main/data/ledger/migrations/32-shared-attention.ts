/** What was seen to is told to a site by the shipment alone. */
export const sharedAttention = `
CREATE INDEX shipment_attention_shipment ON shipment_attention (shipment_id, at);
`
