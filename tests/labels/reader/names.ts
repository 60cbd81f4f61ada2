const words = (text: string) => text.trim().split(/\s+/)

/** Every command of ZPL II that a guide or a program names. */
export const ZPL_NAMES: readonly string[] = words(`
  ^A ^A@ ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BY
  ^BZ ^CC ~CC ^CD ~CD ^CF ^CI ^CM ^CN ^CO ^CP ^CT ~CT ^CV ^CW ~DB ~DE ^DF ~DF ~DG ~DL ~DN ~DS ~DT ~DU ~DY ~EG ^EG ~EF ^EF
  ^F8 ^F16 ^FB ^FC ^FD ^FE ^FH ^FL ^FM ^FN ^FO ^FP ^FR ^FS ^FT ^FV ^FW ^FX ^GB ^GC ^GD ^GE ^GF ^GS ~HB ~HD ^HF ^HG ^HH ~HI
  ~HL ^HL ~HM ~HQ ^HR ~HS ^HT ~HU ^HV ^HW ^HY ^HZ ^ID ^IL ^IM ^IS ~JA ^JB ~JB ~JC ~JD ~JE ~JF ~JG ^JH ^JI ~JI ^JJ ~JK ~JL
  ^JM ~JN ~JO ~JP ~JQ ~JR ^JS ~JS ^JT ^JU ^JW ~JX ^JZ ~KB ^KC ^KD ^KL ^KN ^KP ^KV ^LF ^LH ^LL ^LR ^LS ^LT ^MA ^MC ^MD ^MF
  ^MI ^ML ^MM ^MN ^MP ^MT ^MU ^MW ^NB ^NC ~NC ^ND ^NI ^NN ^NP ~NR ^NS ^NT ~NT ^NW ^PA ^PF ^PH ~PH ~PL ^PM ~PM ^PN ^PO ^PP
  ~PP ^PQ ^PR ~PR ~PS ^PW ^RA ^RB ^RE ^RF ^RI ^RL ^RM ^RN ~RO ^RQ ^RR ^RS ^RT ^RU ~RV ^RW ^RZ ^SC ~SD ^SE ^SF ^SI ^SL ^SN
  ^SO ^SP ^SQ ^SR ^SS ^ST ^SX ^SZ ~TA ^TB ^TO ^WA ~WC ^WD ^WE ^WF ^WI ^WL ~WL ^WP ~WQ ^WR ~WR ^WS ^WT ^WV ^WX ^XA ^XB ^XF
  ^XG ^XS ^XZ ^ZZ`)

/** Every command of EPL2, each variable and counter once. */
export const EPL_NAMES: readonly string[] = words(`
  A AUTOFR B b C0 C D dump EI EK eR ES f fB FE FI FK FR FS GG GI GK GM GW i I JB JC JF LE LO LS LW M N O o oB oE oH oM oR oW
  OEPL1 P PA Q q r R S TD TS TT U UA UB UE UF UG UI UM UN UP UQ US UT U% U$ V00 W xa X Y ZT ZB ? ^@ ^default ^ee ;`)
