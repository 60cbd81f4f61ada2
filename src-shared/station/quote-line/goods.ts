/**
 * What freight is made of, as people say it, folded: with these words a description is understood without a doubt. A word that
 * is not here is still kept in the description, and named as unclear.
 */
const WORDS =
  // English
  'machine machinery parts part auto automotive brake brakes engine engines motor motors pump pumps valve valves pipe pipes ' +
  'fitting fittings steel iron aluminum aluminium copper brass metal metals plastic plastics rubber resin pellets glass paper ' +
  'wood wooden lumber plywood furniture chair chairs table tables desk desks sofa sofas mattress mattresses bed beds cabinet ' +
  'cabinets tile tiles ceramic cement concrete brick bricks stone stones granite marble roofing shingles insulation drywall ' +
  'paint paints adhesive adhesives sealant chemical chemicals cleaner cleaners cleaning soap detergent fertilizer seed seeds ' +
  'food foods canned dry goods produce fruit fruits vegetables beverage beverages water juice beer wine spirits coffee tea ' +
  'sugar flour rice beans corn oil oils snack snacks candy chocolate meat frozen textile textiles fabric fabrics cotton yarn ' +
  'clothing clothes apparel shoes boots garments uniforms toys games books printed matter magazines catalogs brochures labels ' +
  'packaging packing material materials cardboard film foam electronics electronic electrical computer computers laptops servers ' +
  'server monitors cable cables wire wires harness harnesses connectors switch switches transformer transformers battery batteries solar ' +
  'panel panels led lamp lamps light lights lighting appliance appliances refrigerator refrigerators washer washers dryer ' +
  'dryers oven ovens tools tool hand power hardware bolts nuts screws nails fasteners bearings gears chain chains belts belt ' +
  'tire tires wheel wheels rim rims axle axles bumper bumpers seat seats door doors window windows frame frames rack racks ' +
  'shelving shelf shelves display displays fixtures fixture sign signs medical supplies supply equipment devices device ' +
  'pharmaceutical pharmaceuticals cosmetics lab laboratory hospital dental office school restaurant kitchen store retail ' +
  'store industrial general merchandise freight samples sample exhibit trade show booth compressors compressor generator generators hvac ' +
  'air conditioners conditioner filter filters fan fans heater heaters boiler water tank tanks container containers empty ' +
  'bottles bottle cans jars lids caps sports fitness gym bicycle bicycles bikes motorcycle motorcycles outboard boat marine ' +
  'farm agricultural tractor irrigation fence fencing posts garden plants soil mulch pet feed dog cat used new spare assorted ' +
  'mixed heavy light fragile household items personal effects kits kit assembly assemblies components component molds mold dies castings ' +
  'forgings sheet sheets plate plates bar bars tube tubes tubing rod rods coils spools stainless carbon galvanized hoses hose ' +
  'gaskets seals cylinders hydraulic pneumatic robot robots conveyor conveyors scale scales printer printers copier copiers ' +
  'toner ink photocopiers vending machines musical instruments piano pianos wall floor flooring carpet rugs vinyl laminate ' +
  'bathroom sinks toilets tubs faucets plumbing lawn mowers diapers paper towels tissue napkins cups candles salt vitamins of for and ' +
  // Spanish
  'refacciones refaccion autopartes partes parte maquina maquinas maquinaria equipo equipos motores bomba bombas valvula ' +
  'valvulas tuberia tubos tubo conexiones acero fierro hierro aluminio cobre laton metales plastico plasticos hule caucho ' +
  'resina vidrio papel madera muebles mueble silla sillas mesa mesas escritorio escritorios sillon sillones colchon colchones ' +
  'cama camas gabinete gabinetes azulejo azulejos ceramica cemento ladrillo ladrillos piedra granito marmol pintura pinturas ' +
  'adhesivo adhesivos quimico quimicos limpieza productos producto jabon fertilizante semilla semillas alimento alimentos ' +
  'comida enlatados abarrotes fruta frutas verdura verduras aguacate aguacates bebida bebidas agua refrescos jugo cerveza vino tequila cafe azucar harina ' +
  'arroz frijol maiz aceite aceites dulces textiles tela telas algodon hilo ropa calzado zapatos botas prendas uniformes ' +
  'juguetes libros impresos revistas etiquetas empaque empaques material materiales electronica electronicos electricos ' +
  'electrico computadoras computadora servidores monitores cables alambre arneses arnes conectores transformador ' +
  'transformadores bateria baterias paneles solares lampara lamparas iluminacion electrodomesticos refrigerador ' +
  'refrigeradores lavadora lavadoras secadoras horno hornos herramienta herramientas ferreteria tornillos tuercas clavos ' +
  'baleros rodamientos engranes cadenas bandas llanta llantas neumaticos rines ejes defensas asientos puerta puertas ventana ' +
  'ventanas marcos estantes anaqueles anaquel exhibidores letreros medicos medico suministros medicamentos cosmeticos laboratorio ' +
  'dental oficina escolar restaurante cocina tienda industrial industriales general mercancia muestras muestra compresor compresores ' +
  'generador generadores aire acondicionado filtro filtros ventiladores calentadores tanque tanques envases vacios botellas ' +
  'latas frascos tapas deportivos gimnasio bicicletas motocicletas agricola agricolas tractor riego cerca plantas tierra ' +
  'alimento mascotas perro usado usados nuevo nuevos refaccionaria varios varias carga pesada fragil articulos hogar ' +
  'componentes componente ensambles moldes molde fundicion lamina laminas placa placas barra barras perfil perfiles rollos ' +
  'inoxidable carbon galvanizado mangueras sellos hidraulico hidraulica neumatico bascula basculas impresoras toner tinta ' +
  'pisos piso alfombras bano lavabos sanitarios llaves plomeria panales servilletas vasos velas sal vitaminas de para con y'

const GOODS: ReadonlySet<string> = new Set(WORDS.split(' '))

export function isGoodsWord(word: string): boolean {
  return GOODS.has(word)
}
