import bwipjs from 'bwip-js/node'

/** A badge's code as Code 128, as an SVG document of bars 0.33 mm wide when it is printed 1:1. */
export const badgeBarcode = (badge: string): string =>
  bwipjs.toSVG({ bcid: 'code128', text: badge, height: 12, includetext: true, textxalign: 'center' })
