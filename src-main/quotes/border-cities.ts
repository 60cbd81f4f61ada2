import type { Country } from '../../src-shared/freight/address.ts'

const rows = (country: Country, states: Readonly<Record<string, string>>) =>
  Object.entries(states).flatMap(([state, cities]) => cities.split(',').map((city) => ({ city, state, country })))

/**
 * Cities of Mexico and Canada that freight goes to, by the interface's state codes. The service provides their postal
 * codes.
 */
export const BORDER_CITIES: readonly { city: string; state: string; country: Country }[] = [
  ...rows('MX', {
    AGU: 'Aguascalientes',
    BCN: 'Tijuana,Mexicali,Ensenada,Tecate',
    BCS: 'Cabo San Lucas,San José del Cabo',
    CHH: 'Ciudad Juárez,Chihuahua,Delicias,Ojinaga',
    CMX: 'Ciudad de México',
    COA: 'Saltillo,Torreón,Monclova,Piedras Negras,Ciudad Acuña,Ramos Arizpe',
    COL: 'Colima,Manzanillo',
    CHP: 'Tuxtla Gutiérrez,Tapachula',
    DUR: 'Gómez Palacio',
    GRO: 'Acapulco,Chilpancingo',
    GUA: 'León,Celaya,Irapuato,Silao,Salamanca,Guanajuato',
    HID: 'Pachuca,Tulancingo',
    JAL: 'Guadalajara,Zapopan,Tlaquepaque,Puerto Vallarta,El Salto,Tlajomulco',
    MEX: 'Toluca,Naucalpan,Tlalnepantla,Ecatepec,Cuautitlán Izcalli,Lerma,Tultitlán',
    MIC: 'Morelia,Uruapan,Lázaro Cárdenas',
    MOR: 'Cuernavaca,Cuautla',
    NAY: 'Tepic',
    NLE: 'Monterrey,Apodaca,San Nicolás de los Garza,Santa Catarina,Ciénega de Flores,San Pedro Garza García',
    OAX: 'Oaxaca,Salina Cruz',
    PUE: 'Puebla,Tehuacán',
    QUE: 'Querétaro,San Juan del Río,El Marqués',
    ROO: 'Cancún,Playa del Carmen,Chetumal',
    SLP: 'San Luis Potosí,Matehuala,Ciudad Valles',
    SIN: 'Culiacán,Mazatlán,Los Mochis',
    SON: 'Hermosillo,Nogales,Guaymas,Ciudad Obregón,Agua Prieta',
    TAB: 'Villahermosa',
    TAM: 'Nuevo Laredo,Reynosa,Matamoros,Tampico,Altamira,Ciudad Victoria,Río Bravo',
    TLA: 'Tlaxcala,Apizaco',
    VER: 'Veracruz,Xalapa,Coatzacoalcos,Poza Rica,Orizaba',
    YUC: 'Mérida',
    ZAC: 'Zacatecas,Fresnillo',
  }),
  ...rows('CA', {
    AB: 'Calgary,Edmonton,Red Deer,Lethbridge',
    BC: 'Vancouver,Burnaby,Surrey,Richmond,Kelowna,Victoria',
    MB: 'Winnipeg,Brandon',
    NB: 'Moncton,Fredericton,Saint John',
    NL: "St. John's",
    NS: 'Halifax,Dartmouth',
    ON: 'Toronto,Ottawa,Mississauga,Brampton,Hamilton,London,Markham,Vaughan,Kitchener,Windsor,Oshawa,Barrie,Guelph',
    QC: 'Montreal,Québec,Laval,Gatineau,Longueuil,Sherbrooke,Trois-Rivières',
    SK: 'Saskatoon,Regina',
  }),
]
