import { headOf, type LineCard, type LineFacts } from '../line-catalog.ts'
import type { FileRow, Program } from './programs.ts'

// Shapes of files from the pages and published files of their programs; packages/client/src/list-programs.ts has where
// each is from. What a program has no column for is as usual: near mint, in English.

const columnsOf = (text: string): readonly string[] => text.split(',')
const english = { English: 'English' }
const isFoil = ({ copy }: FileRow): boolean => copy.variant !== 'Normal'
const numberOf = ({ card }: FileRow): string => card.product.number ?? ''
const scryfallCode = ({ card }: FileRow): string => (card.product.setCode ?? card.set.code ?? '').toLowerCase()

/** What a row without a number says of its card. */
const withoutNumber = ({ printed, set }: LineCard): LineFacts => ({
  name: printed,
  inSet: ({ name }) => name === set.name,
})

/** What a row says that names a set by its code alone. */
const byCode = ({ printed, set }: LineCard): LineFacts => ({
  name: printed,
  inSet: ({ code }) => code !== null && code?.toUpperCase() === set.code?.toUpperCase(),
})

const hasCode = ({ set }: LineCard): boolean => /^[A-Z0-9]{2,5}$/i.test(set.code ?? '')

const helvault: Program = {
  name: 'Helvault',
  lines: [1],
  columns: columnsOf(
    'collector_number,estimated_price,extras,language,name,oracle_id,quantity,rarity,scryfall_id,set_code,set_name',
  ),
  nameColumn: 'name',
  setColumns: ['set_code', 'set_name'],
  numberColumn: 'collector_number',
  quotesAll: true,
  languages: english,
  write: (row) => ({
    collector_number: numberOf(row),
    estimated_price: '0.25',
    extras: isFoil(row) ? 'foil' : '',
    language: 'en',
    name: row.card.printed,
    quantity: row.quantity,
    rarity: 'common',
    scryfall_id: 'c24751fd-5e9b-4d7d-83ba-e306b439bbe1',
    set_code: scryfallCode(row),
    set_name: row.card.set.name,
  }),
}

const topDecked: Program = {
  name: 'TopDecked',
  lines: [1],
  columns: columnsOf(
    'QUANTITY,NAME,SETCODE,SETNAME,COLLECTOR NUMBER,FINISH,PRICE,RARITY,ID,ACQUIRED DATE,ACQUIRED PRICE,LANG,' +
      'PRICE SALE,SIGNING,ALTERATION,CONDITION,NOTES,TAGS',
  ),
  nameColumn: 'NAME',
  setColumns: ['SETCODE', 'SETNAME'],
  numberColumn: 'COLLECTOR NUMBER',
  languages: english,
  write: (row) => ({
    QUANTITY: row.quantity,
    NAME: row.card.printed,
    SETCODE: scryfallCode(row),
    SETNAME: row.card.set.name,
    'COLLECTOR NUMBER': numberOf(row),
    FINISH: isFoil(row) ? 'foil' : 'nonfoil',
    PRICE: '0.25',
    ID: 'c24751fd-5e9b-4d7d-83ba-e306b439bbe1',
    LANG: 'en',
    CONDITION: row.copy.condition.toLowerCase(),
  }),
}

const deckedBuilder: Program = {
  name: 'Decked Builder',
  lines: [1],
  facts: withoutNumber,
  columns: columnsOf(
    'Total Qty,Reg Qty,Foil Qty,Card,Set,Mana Cost,Card Type,Color,Rarity,Mvid,Single Price,Single Foil Price,' +
      'Total Price,Price Source,Notes',
  ),
  nameColumn: 'Card',
  setColumns: ['Set'],
  numberColumn: null,
  languages: english,
  write: (row) => ({
    'Total Qty': row.quantity,
    'Reg Qty': isFoil(row) ? 0 : row.quantity,
    'Foil Qty': isFoil(row) ? row.quantity : 0,
    Card: row.card.printed,
    Set: row.card.set.name,
    'Mana Cost': 'XBB',
    Color: 'Black',
    Rarity: 'Rare',
    Mvid: 214061,
    'Single Price': '1.00',
    'Single Foil Price': '6.25',
  }),
}

const delverLens: Program = {
  name: 'Delver Lens',
  lines: [1],
  facts: withoutNumber,
  columns: columnsOf('Reg Qty,Foil Qty,Name,Set,Acquired,Language'),
  nameColumn: 'Name',
  setColumns: ['Set'],
  numberColumn: null,
  languages: english,
  write: (row) => ({
    'Reg Qty': isFoil(row) ? 0 : row.quantity,
    'Foil Qty': isFoil(row) ? row.quantity : 0,
    Name: row.card.printed,
    Set: row.card.set.name,
    Acquired: '$0.79',
  }),
}

const deckstats: Program = {
  name: 'Deckstats',
  lines: [1],
  facts: byCode,
  fits: hasCode,
  hasCodesAlone: true,
  columns: columnsOf('amount,card_name,is_foil,is_pinned,set_id,set_code'),
  nameColumn: 'card_name',
  setColumns: ['set_code'],
  numberColumn: null,
  languages: english,
  write: (row) => ({
    amount: row.quantity,
    card_name: row.card.printed,
    is_foil: isFoil(row) ? 1 : 0,
    is_pinned: 0,
    set_id: 147,
    set_code: row.card.set.code ?? '',
  }),
}

const goldfish: Program = {
  name: 'MTGGoldfish',
  lines: [1],
  facts: byCode,
  fits: hasCode,
  hasCodesAlone: true,
  columns: columnsOf('Card,Set ID,Set Name,Quantity,Foil,Variation'),
  nameColumn: 'Card',
  setColumns: ['Set ID'],
  numberColumn: null,
  languages: english,
  write: (row) => ({
    Card: row.card.printed,
    'Set ID': row.card.set.code ?? '',
    Quantity: row.quantity,
    Foil: isFoil(row) ? 'FOIL' : 'REGULAR',
  }),
}

const stocks: Program = {
  name: 'MTGStocks',
  lines: [1],
  facts: withoutNumber,
  mark: ['Signed', 'Yes'],
  columns: columnsOf('Card,Set,Quantity,Price,Condition,Language,Foil,Signed'),
  nameColumn: 'Card',
  setColumns: ['Set'],
  numberColumn: null,
  quotesAll: true,
  languages: { English: 'en', German: 'de', French: 'fr' },
  write: (row) => ({
    Card: row.card.printed,
    Set: row.card.set.name,
    Quantity: row.quantity,
    Price: '0.24',
    Condition: row.copy.condition,
    Foil: isFoil(row) ? 'Yes' : 'No',
    Signed: 'No',
  }),
}

const dreamborn: Program = {
  name: 'Dreamborn',
  lines: [71],
  columns: columnsOf('Normal,Foil,Name,Set,Card Number,Color,Rarity,Price,Foil Price'),
  nameColumn: 'Name',
  setColumns: ['Set'],
  numberColumn: 'Card Number',
  languages: english,
  write: (row) => ({
    Normal: isFoil(row) ? 0 : row.quantity,
    Foil: isFoil(row) ? row.quantity : 0,
    Name: row.card.printed,
    Set: row.card.set.name,
    'Card Number': headOf(numberOf(row)),
    Color: 'Amber',
    Rarity: 'Rare',
    Price: '0.10',
    'Foil Price': '0.60',
  }),
}

const dreambornImport: Program = {
  name: 'Dreamborn import',
  lines: [71],
  fits: ({ set }) => /^\d{1,2}$/.test(set.code ?? ''),
  columns: columnsOf('Set Number,Card Number,Variant,Count,Name,Color,Rarity'),
  nameColumn: 'Name',
  setColumns: ['Set Number'],
  numberColumn: 'Card Number',
  languages: english,
  write: (row) => ({
    'Set Number': (row.card.set.code ?? '').padStart(3, '0'),
    'Card Number': headOf(numberOf(row)),
    Variant: isFoil(row) ? 'foil' : 'normal',
    Count: row.quantity,
    Name: row.card.printed,
    Color: 'Amber',
    Rarity: 'Rare',
  }),
}

const dotGg: Program = {
  name: 'DotGG',
  lines: [89],
  fits: hasCode,
  columns: columnsOf('CardId,Normal,Foil,Name,Set'),
  nameColumn: 'Name',
  setColumns: ['Set'],
  numberColumn: null,
  languages: english,
  write: (row) => ({
    CardId: `${row.card.set.code}-${numberOf(row).replace(/\/.*/, '')}`,
    Normal: isFoil(row) ? 0 : row.quantity,
    Foil: isFoil(row) ? row.quantity : 0,
    Name: row.card.printed,
    Set: row.card.set.name,
  }),
}

const ygoProDeck: Program = {
  name: 'YGOPRODeck',
  lines: [2],
  columns: columnsOf('cardname,cardq,cardrarity,card_edition,cardset,cardcode,cardid,print_id'),
  nameColumn: 'cardname',
  setColumns: ['cardset'],
  numberColumn: 'cardcode',
  languages: english,
  write: (row) => ({
    cardname: row.card.printed,
    cardq: row.quantity,
    cardrarity: row.card.product.rarity ?? '',
    card_edition: row.copy.variant,
    cardset: row.card.set.name,
    cardcode: numberOf(row),
    cardid: 16768387,
    print_id: 21779,
  }),
}

const collectr: Program = {
  name: 'Collectr',
  lines: [3],
  mark: ['Grade', 'PSA 10'],
  columns: columnsOf(
    'Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,Average Cost Paid,' +
      'Quantity,Market Price (As of 2026-09-11),Price Override,Watchlist,Date Added,Notes',
  ),
  nameColumn: 'Product Name',
  setColumns: ['Set'],
  numberColumn: 'Card Number',
  languages: english,
  write: (row) => ({
    'Portfolio Name': 'Main',
    Category: 'Pokemon',
    Set: row.card.set.name,
    'Product Name': row.card.printed,
    'Card Number': numberOf(row),
    Rarity: row.card.product.rarity ?? '',
    Variance: row.copy.variant,
    Grade: 'Ungraded',
    'Card Condition': row.copy.condition,
    'Average Cost Paid': 0,
    Quantity: row.quantity,
    Watchlist: 'FALSE',
  }),
}

const priceCharting: Program = {
  name: 'PriceCharting',
  lines: [3],
  mark: ['include-string', 'PSA 9'],
  fitsCopy: ({ variant }) => variant !== 'Holofoil',
  columns: columnsOf(
    'id,product-name,console-name,price-in-pennies,include-string,condition-string,sku,notes,cost-basis-in-pennies,' +
      'quantity,date-entered,date-purchased,grading-company,grading-cert-id,folder',
  ),
  nameColumn: 'product-name',
  setColumns: [],
  numberColumn: null,
  languages: english,
  write: (row) => ({
    id: 5000000,
    'product-name': `${row.card.printed}${isFoil(row) ? ' [Reverse Holo]' : ''} #${headOf(numberOf(row))}`,
    'console-name': `Pokemon ${row.card.set.name.replace(/^[A-Z]{2,5}\d{0,2}: /, '')}`,
    'price-in-pennies': 120,
    'include-string': 'Ungraded',
    'condition-string': 'Normal wear',
    quantity: row.quantity,
  }),
}

/** Programs whose columns differ from those of the others in kind. */
export const morePrograms: readonly Program[] = [
  helvault,
  topDecked,
  deckedBuilder,
  delverLens,
  deckstats,
  goldfish,
  stocks,
  dreamborn,
  dreambornImport,
  dotGg,
  ygoProDeck,
  collectr,
  priceCharting,
]
