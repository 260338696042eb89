/** What a line says of its copy and its set, in the market's words; what it leaves out is as usual. */
export interface LineSays {
  readonly set?: string
  readonly condition?: string
  readonly variant?: RegExp
  readonly language?: string
  /** Whether a person may have to say more. */
  readonly asks?: true
}

/** Conditions as the market names them. */
export const played = { LP: 'Lightly Played', MP: 'Moderately Played', HP: 'Heavily Played', DMG: 'Damaged' } as const

/** Sixty lines as people write them, in mixed forms of several games, and what each says. */
export const sixtyLines: readonly (readonly [line: string, says: LineSays])[] = [
  ['Rayquaza VMAX 102/159 LP', { condition: played.LP }],
  ['2x Pikachu 58/102', { asks: true }],
  ['Blastoise 2/102 Base Set MP', { set: 'Base Set', condition: played.MP }],
  ['Snorunt, 227/217, NM', {}],
  ['Wartortle 016/078', {}],
  ['Magikarp XY143', {}],
  ['4 Lightning Bolt [M10]', { set: 'Magic 2010 (M10)' }],
  ['4 Lightning Bolt (M10) 146', { set: 'Magic 2010 (M10)' }],
  ['1 Counterspell (EMA) 43 LP', { set: 'Eternal Masters', condition: played.LP }],
  ['Sol Ring, Commander 2021, 263', { set: 'Commander 2021' }],
  ['3x Llanowar Elves (DOM) 168', { set: 'Dominaria' }],
  ['Thoughtseize THS 107 MP', { set: 'Theros', condition: played.MP }],
  ['1 Snapcaster Mage (MM3) 50 *F*', { set: 'Modern Masters 2017', variant: /foil/i, asks: true }],
  ['Tarmogoyf [MMA] damaged', { set: 'Modern Masters', condition: played.DMG }],
  ['Path to Exile, MM3, near mint', { set: 'Modern Masters 2017' }],
  ['Dark Confidant MMA 75 foil', { set: 'Modern Masters', variant: /foil/i, asks: true }],
  ['2 Birds of Paradise (M12) 165', { set: 'Magic 2012 (M12)' }],
  ['Serra Angel (DOM) 33', { set: 'Dominaria' }],
  ['1x Cryptic Command [MMA]', { set: 'Modern Masters' }],
  ['Goblin Guide (ZEN) 126 HP', { set: 'Zendikar', condition: played.HP }],
  ['LOB-EN001', {}],
  ['Dark Magician SDY-006', {}],
  ['Blue-Eyes White Dragon SDK-001 LP', { condition: played.LP }],
  ['Ash Blossom & Joyous Spring MACR-EN036', {}],
  ['2 Pot of Greed LOB-119', {}],
  ['Mirror Force MRD-138', {}],
  ['Raigeki LOB-053 MP', { condition: played.MP }],
  ['Effect Veiler DREV-EN002 Ultra Rare', {}],
  ['Solemn Judgment MRD-127', {}],
  ['Monster Reborn, LOB-118, NM', {}],
  ['OP01-002', {}],
  ['Monkey.D.Luffy ST01-001', { asks: true }],
  ['2 Diable Jambe ST01-016', {}],
  ['Thousand Sunny ST01-017 LP', { condition: played.LP }],
  ['Karoo, ST01-003, NM', {}],
  ['Elsa - Spirit of Winter 42/204', {}],
  ['Mickey Mouse - Brave Little Tailor, The First Chapter', { set: 'The First Chapter' }],
  ['Maleficent - Monstrous Dragon [The First Chapter] LP', { set: 'The First Chapter', condition: played.LP }],
  ['2x Stitch - Rock Star, The First Chapter', { set: 'The First Chapter' }],
  ['2 Be Prepared 128/204', {}],
  ['Charizard ex 125/197 Obsidian Flames', {}],
  ['Umbreon VMAX 215/203', {}],
  ['Gengar 94/165', {}],
  ['1 Mew ex 151/165 Scarlet & Violet 151 LP', { condition: played.LP }],
  ['Alakazam 1/102 Base Set near mint', { set: 'Base Set' }],
  ['Venusaur 15/102 Base Set, heavily played', { set: 'Base Set', condition: played.HP }],
  ['Eevee 133/165 Scarlet & Violet 151 mp', { condition: played.MP }],
  ['Snorlax 143/165', {}],
  ['3x Gardevoir ex 086/198 Scarlet & Violet Base Set', {}],
  ['Lugia V 186/195', {}],
  ['Giratina V 186/196 dmg', { condition: played.DMG }],
  ['Pikachu VMAX 044/185 Vivid Voltage', {}],
  ['Mewtwo 10/102 Base Set MP', { condition: played.MP }],
  ['Gyarados 6/102 Base Set lp', { set: 'Base Set', condition: played.LP }],
  ['Zapdos 16/102 Base Set', { set: 'Base Set' }],
  ['Sylveon VMAX 212/203', {}],
  ['Espeon VMAX 270/264', {}],
  ['Leafeon VSTAR SWSH195 Sword & Shield Promo', {}],
  ['Arceus VSTAR 123/172 Brilliant Stars', {}],
  ['Black Lotus [LEA] damaged', { set: 'Alpha Edition', condition: played.DMG }],
]
