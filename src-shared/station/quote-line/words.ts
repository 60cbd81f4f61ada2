import type { Accessorial } from '../../freight/accessorial.ts'

/** The words that a line is read by, in English and Spanish, folded (tokens.ts). Phrases have blanks. */

const wordsOf = <T>(rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([meaning, words]) => words.split(',').map((word) => [word.trim(), meaning] as const)))

export const PACKAGINGS = wordsOf([
  ['pallet', 'pallet, pallets, plt, plts, pal, plls, tarima, tarimas, palet, palets, paleta, paletas, palete, paletes'],
  ['skid', 'skid, skids'],
  ['crate', 'crate, crates, huacal, huacales, guacal, guacales, cajon, cajones, caja de madera, cajas de madera'],
  ['box', 'box, boxes, bx, bxs, caja, cajas'],
  ['carton', 'carton, cartons, ctn, ctns, cartones'],
  ['drum', 'drum, drums, tambor, tambores, tambo, tambos, barril, barriles, barrel, barrels'],
  ['roll', 'roll, rolls, rollo, rollos'],
  ['coil', 'coil, coils, bobina, bobinas'],
  ['bundle', 'bundle, bundles, atado, atados, paquete, paquetes, package, packages, pkg, pkgs'],
  ['bag', 'bag, bags, saco, sacos, costal, costales, bolsa, bolsas, supersaco, supersacos'],
  ['bale', 'bale, bales, paca, pacas'],
  ['tote', 'tote, totes, ibc, ibcs, contenedor ibc'],
  ['reel', 'reel, reels, spool, spools, carrete, carretes'],
  ['cylinder', 'cylinder, cylinders, cilindro, cilindros'],
  ['piece', 'piece, pieces, pc, pcs, pieza, piezas, pza, pzas, pz, bulto, bultos, unit, units, unidad, unidades'],
  ['gaylord', 'gaylord, gaylords'],
] as const)
export type Packaging = typeof PACKAGINGS extends ReadonlyMap<string, infer P> ? P : never

/** Pallets whose base is a standard: inches, length before width. ISO 6780. */
export const PALLET_BASES: ReadonlyMap<string, readonly [number, number]> = wordsOf([
  [[47.244, 31.496], 'euro pallet, euro pallets, eur pallet, eur pallets, europallet, europallets, euro plt, europalet, europalets, palet euro, tarima euro, tarimas euro, tarima europea, tarimas europeas, euro tarima, euro tarimas'],
  [[48, 40], 'gma pallet, gma pallets, standard pallet, standard pallets, std pallet, std pallets, tarima estandar, tarimas estandar, tarima gma, tarimas gma, tarima americana, tarimas americanas'],
] as const) // prettier-ignore

/** Pounds in one of the unit. */
export const WEIGHT_UNITS = wordsOf([
  [1, 'lb, lbs, pound, pounds, libra, libras, #'],
  [1 / 0.45359237, 'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramo, kilogramos'],
  [1000 / 0.45359237, 't, mt, tonne, tonnes, tonelada, toneladas, metric ton, metric tons'],
  [2000, 'ton, tons, short ton, short tons'],
  [1 / 16, 'oz, ounce, ounces, onza, onzas'],
])

/** Inches in one of the unit. */
export const LENGTH_UNITS = wordsOf([
  [1, 'in, inch, inches, pulgada, pulgadas, pulg, plg, "'],
  [1 / 2.54, 'cm, cms, centimeter, centimeters, centimetro, centimetros'],
  [1 / 25.4, 'mm, milimetro, milimetros'],
  [100 / 2.54, 'm, mts, meter, meters, metro, metros'],
  [12, "ft, foot, feet, pie, pies, '"],
])
export const METRIC_WORDS = /\b(kgs?|kilos?|kilogram\w*|kilogramos?|cms?|centimet\w+|toneladas?|tonnes?|metros?)\b/

/** The dimension that the number before or after it measures. */
export const SIDES = wordsOf([
  ['length', 'long, length, largo, l'],
  ['width', 'wide, width, ancho, w'],
  ['height', 'high, tall, height, alto, altura, h'],
] as const)

/** A weight of each, or of all together. */
export const EACH = wordsOf([
  [true, 'each, ea, apiece, a piece, per piece, per pallet, per skid, per box, per crate, per unit, /ea, /pallet, c/u, cu, cada una, cada uno, por tarima, por pieza, por bulto, por caja, por palet'],
  [false, 'total, totals, in total, together, combined, all together, altogether, in all, gross, en total, totales, juntas, juntos, todo, entre todas, entre todos'],
] as const) // prettier-ignore

/** Services of a carrier beside driving. A word about the end (END_WORDS) may come before or after. */
export const SERVICES = wordsOf<'LIFTGATE' | 'INSIDE' | 'RESIDENTIAL' | 'APPOINTMENT' | 'WHITE_GLOVE'>([
  ['LIFTGATE', 'liftgate, lift gate, lg, tailgate, tail lift, rampa hidraulica, rampa, plataforma, plataforma hidraulica, plataforma elevadora, no dock, sin anden'],
  ['INSIDE', 'inside, inside delivery, inside pickup, entrega interior, entrega en interior, interior, maniobras interiores'],
  ['RESIDENTIAL', 'residential, resi, residencial, residence, domicilio particular, a domicilio, residencia'],
  ['APPOINTMENT', 'appointment, appt, apt, by appointment, delivery appointment, call before delivery, cita, con cita, previa cita, cita de entrega'],
  ['WHITE_GLOVE', 'white glove, whiteglove, guante blanco, servicio guante blanco'],
]) // prettier-ignore

export const END_WORDS = wordsOf([
  ['pickup', 'pickup, pick up, at pickup, on pickup, at origin, origin, pu, recoleccion, en recoleccion, al recoger, en origen, origen'],
  ['delivery', 'delivery, at delivery, on delivery, at destination, destination, del, dlvy, entrega, en entrega, en la entrega, al entregar, en destino, destino'],
  ['both', 'both, both ends, both sides, at both ends, ambos, en ambos, en ambos lados, ambas puntas, en los dos'],
] as const) // prettier-ignore

const OF_SERVICE: Record<string, { pickup?: Accessorial; delivery: Accessorial }> = {
  LIFTGATE: { pickup: 'LIFTGATE_PICKUP', delivery: 'LIFTGATE_DELIVERY' },
  INSIDE: { pickup: 'INSIDE_PICKUP', delivery: 'INSIDE_DELIVERY' },
  RESIDENTIAL: { pickup: 'RESIDENTIAL_PICKUP', delivery: 'RESIDENTIAL_DELIVERY' },
  APPOINTMENT: { delivery: 'APPOINTMENT_DELIVERY' },
  WHITE_GLOVE: { delivery: 'WHITE_GLOVE' },
}

/** The codes of a service at an end: without one named, of the delivery. Empty: it is not done there. */
export function accessorialsOf(service: string, end: 'pickup' | 'delivery' | 'both'): Accessorial[] {
  const codes = OF_SERVICE[service]
  if (!codes) return []
  if (end === 'delivery') return [codes.delivery]
  const { pickup } = codes
  if (end === 'pickup') return pickup === undefined ? [] : [pickup]
  return pickup === undefined ? [codes.delivery] : [pickup, codes.delivery]
}

/** Which end of the way the place behind it is. */
export const DIRECTIONS = wordsOf([
  ['origin', 'from, ship from, shipping from, pick up at, picking up at, pickup at, pickup in, out of, origin, de, desde, sale de, origen, recoger en, recoleccion en'],
  ['destination', 'to, ship to, going to, deliver to, delivering to, delivery to, into, destination, consignee, a, hacia, para, hasta, destino, entregar en, entrega en, con destino a, consignatario, destinatario'],
] as const) // prettier-ignore

/** They join words and have no meaning. */
export const JOINTS: ReadonlySet<string> = new Set(
  (
    'a,an,and,at,by,w,w/,c,c/,con,de,del,e,el,en,for,i,in,is,la,las,los,ltl,need,necesito,of,on,our,para,please,por,por favor,que,quiero,quote,' +
    'quotes,rate,rates,cotizacion,cotiza,cotizar,cotizame,send,ship,shipping,shipment,enviar,envio,mandar,the,to,un,una,want,we,' +
    'weighing,weight,weights,peso,pesa,pesan,wt,dims,dim,dimensions,dimension,medidas,medida,size,measuring,with,y,from,' +
    'pick up,pickup,picking up,pickup on,pu,ready,listo,lista,recoger,recoleccion,date,fecha,deliver,delivery,entrega,entregar,' +
    'needed,required,requiere,desc,description,descripcion,qty,cantidad,x,zip,cp,c p,freight,flete'
  ).split(','),
)
