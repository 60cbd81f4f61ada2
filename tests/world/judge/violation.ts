const RULES = [
  /** Taken here and gone, or shown as booked while the service does not have it. */
  'lost',
  /** Gone after something befell the files, and nobody was told. */
  'silent',
  /** Paid for twice without a person's word. */
  'doubled',
  /** The service has it, and nothing here says so. */
  'unseen',
  /** Due, nothing keeps it, and it does not move. */
  'stuck',
  /** In peace, and still neither done nor asked about. */
  'unsettled',
  /** A change that says it is done and is not at the service, or one that is there and nobody says so. */
  'untrue',
  /** A label that came out more often than it was asked for, or that is called printed and never came out. */
  'printed twice',
  'not printed',
  /** A booked shipment whose label is not kept. */
  'no label',
  /** A command answered INTERNAL, or a fault of ours was noticed. */
  'fault',
  'audit gap',
  'damaged',
  /** A call, and with it the key, went to another server. */
  'astray',
  /** One shipment is on two manifests of a site that stand. */
  'two manifests',
  /** A label came out at two stations of a site, nobody gave a reason, and nobody was told. */
  'silent double label',
  /** A label that must ask first came out on a scan alone. */
  'unasked',
  /** A person is asked whether to send a booking again, and not told of the shipment that it became. */
  'unshown',
  /** A quote that was asked for just now is called over. */
  'called over',
  /** A piece was counted that had been counted. */
  'counted twice',
  /** Done for somebody who may not do it, or without the word that it needs. */
  'not allowed',
  /** The station named another weight than what lay on the scale. */
  'weighed wrong',
  /** A return that goes the way it came. */
  'wrong way',
  /** A refund that a person asked for and the service never heard of. */
  'no refund',
  /** The world proves nothing: what was done in it again and again came to nothing. */
  'hollow',
  /** Told of a secret. */
  'secret',
] as const
export type Rule = (typeof RULES)[number]

export interface Violation {
  rule: Rule
  what: string
  /** Of what it is; null: nothing in particular. */
  reference: string | null
}
