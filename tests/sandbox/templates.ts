/** A valid body for each template of POST /documents/generate, without shipment and format. */
const seller = {
  companyName: 'Lakeshore Pump & Valve',
  address: '2210 S Ashland Ave\nChicago, IL 60608\nUSA',
  phone: '+1 312 555 0142',
  email: 'export@lakeshore.example',
}
const buyer = {
  companyName: 'Équipements Brébeuf',
  address: {
    address1: '100 rue Peel',
    city: 'Montreal',
    state: 'QC',
    postalCode: 'H3A1A1',
    country: 'CA',
    contactName: 'Zoë Gagné',
  },
}

export const TEMPLATE_BODIES = {
  COMMERCIAL_INVOICE: {
    data: {
      invoiceNumber: 'LP-2026-1187',
      invoiceDate: '2026-11-20',
      seller,
      buyer,
      items: [
        {
          description: 'Centrifugal pump',
          quantity: 2,
          unitPrice: 2400,
          totalPrice: 4800,
          weight: 1000,
          hsCode: '8413.70',
          countryOfOrigin: 'US',
        },
        { description: 'Sealing compound', quantity: 24, unitPrice: 12.35, totalPrice: 296.4 },
      ],
      totals: { subtotal: 5096.4, tax: 10, shipping: 411.2, total: 5517.6, currency: 'USD' },
      terms: 'DAP Montreal, net 30 days',
      reasonForExport: 'Sale',
    },
  },
  PACKING_LIST: {
    data: {
      items: [{ description: 'Centrifugal pump', quantity: 2, weight: 1000, package: 'Crate 1' }],
      packaging: [{ type: 'Crate', quantity: 2, length: 48, width: 40, height: 48, marks: 'LP 1-2' }],
      weights: { net: 1000, gross: 1120, unit: 'lb' },
    },
  },
  CERTIFICATE_OF_ORIGIN: {
    data: {
      items: [{ description: 'Centrifugal pump', hsCode: '8413.70', originCriterion: 'B', quantity: 2 }],
      originCountry: 'US',
      certification: {
        certifiedBy: 'PRODUCER',
        name: 'Dana Whitfield',
        title: 'Export manager',
        date: '2026-11-20',
        blanketFrom: '2026-01-01',
        blanketTo: '2026-12-31',
      },
      producer: seller,
      importer: buyer,
    },
  },
  HAZMAT_DECLARATION: {
    data: {
      hazmatDetails: {
        emergencyPhone: '+1 800 555 0199',
        emergencyContact: 'Contract 20417',
        instructions: 'Keep away from heat.',
      },
      classifications: [
        {
          unNumber: 'UN1133',
          properShippingName: 'Adhesives',
          hazardClass: '3',
          packingGroup: 'II',
          quantity: 4,
          packaging: 'drums',
          weight: 180,
          isMarinePollutant: true,
        },
      ],
    },
  },
  CUSTOM_FORM: {
    templateData: {
      title: 'Dock appointment',
      fields: [
        { name: 'dock', label: 'Dock', value: '4, north side' },
        { name: 'note', label: 'Note', value: '' },
      ],
    },
  },
}
