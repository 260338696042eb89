import { parseLine, type VariantRules } from './bundled.ts'

/** Parallel, manga and special copies are foil; so is every leader and every rare and above. */
const booster: VariantRules = { default: ['Foil'], C: ['Normal'], UC: ['Normal'] }

const starterDeck: VariantRules = { default: ['Normal'], L: ['Foil'], SR: ['Foil'] }

/** One Piece Card Game, where the alternative copies of a card share its number and differ by the name's qualifier. */
export const onePiece = parseLine({
  categoryId: 68,
  name: 'One Piece Card Game',
  slug: 'one-piece-card-game',
  columns: ['cardType', 'colors[]'],
  sets: [
    {
      setId: 6801,
      name: 'Romance Dawn',
      code: 'OP01',
      publishedOn: '2022-12-02',
      firstProductId: 680001,
      variants: booster,
      languages: ['English', 'Japanese'],
      rows: `
        OP01-001 | L | Roronoa Zoro (001) | 4 | Leader | Red
        OP01-001 | L | Roronoa Zoro (001) (Parallel) | 110 | Leader | Red
        OP01-002 | L | Trafalgar Law (002) | 1.5 | Leader | Red, Green
        OP01-002 | L | Trafalgar Law (002) (Parallel) | 48 | Leader | Red, Green
        OP01-003 | L | Monkey.D.Luffy (003) | 1.6 | Leader | Red, Green
        OP01-003 | L | Monkey.D.Luffy (003) (Parallel) | 58 | Leader | Red, Green
        OP01-004 | R | Usopp | 0.4 | Character | Red
        OP01-005 | R | Uta | 1.4 | Character | Red
        OP01-006 | UC | Otama | 0.6 | Character | Red
        OP01-013 | R | Sanji | 0.6 | Character | Red
        OP01-016 | R | Nami | 4.5 | Character | Red
        OP01-016 | R | Nami (Parallel) | 62 | Character | Red
        OP01-017 | R | Nico Robin | 0.8 | Character | Red
        OP01-024 | SR | Monkey.D.Luffy (024) | 3 | Character | Red
        OP01-024 | SR | Monkey.D.Luffy (024) (Parallel) | 42 | Character | Red
        OP01-025 | SR | Roronoa Zoro (025) | 6 | Character | Red
        OP01-025 | SR | Roronoa Zoro (025) (Parallel) | 58 | Character | Red
        OP01-031 | L | Kouzuki Oden | 0.8 | Leader | Green
        OP01-047 | SR | Trafalgar Law (047) | 2.2 | Character | Green
        OP01-051 | SR | Eustass"Captain"Kid | 2.4 | Character | Green
        OP01-060 | L | Donquixote Doflamingo (060) | 1 | Leader | Blue
        OP01-061 | L | Kaido (061) | 0.8 | Leader | Blue, Purple
        OP01-062 | L | Crocodile (062) | 0.8 | Leader | Blue, Purple
        OP01-078 | SR | Boa Hancock | 2.2 | Character | Blue
        OP01-091 | L | King | 0.7 | Leader | Purple
        OP01-094 | SR | Kaido (094) | 1.6 | Character | Purple
        OP01-120 | SEC | Shanks | 14 | Character | Red
        OP01-120 | SEC | Shanks (Parallel) | 160 | Character | Red
        OP01-120 | SEC | Shanks (Manga) | 1900 | Character | Red
        OP01-121 | SEC | Yamato (121) | 9 | Character | Green
        OP01-121 | SEC | Yamato (121) (Parallel) | 120 | Character | Green
        | sealed | Romance Dawn Booster Box | 520
        | sealed | Romance Dawn Booster Pack | 24`,
    },
    {
      setId: 6802,
      name: 'Awakening of the New Era',
      code: 'OP05',
      publishedOn: '2023-12-08',
      firstProductId: 681001,
      variants: booster,
      languages: ['English', 'Japanese'],
      rows: `
        OP05-001 | L | Sabo (001) | 0.8 | Leader | Red, Black
        OP05-002 | L | Belo Betty | 0.8 | Leader | Red, Yellow
        OP05-041 | L | Sakazuki | 1.2 | Leader | Blue, Black
        OP05-060 | L | Monkey.D.Luffy (060) | 3.5 | Leader | Purple
        OP05-060 | L | Monkey.D.Luffy (060) (Parallel) | 130 | Leader | Purple
        OP05-067 | R | Zoro-Juurou | 0.6 | Character | Purple
        OP05-069 | SR | Trafalgar Law (069) | 3 | Character | Purple
        OP05-069 | SR | Trafalgar Law (069) (Manga) | 380 | Character | Purple
        OP05-074 | SR | Eustass"Captain"Kid (074) | 4 | Character | Purple
        OP05-074 | SR | Eustass"Captain"Kid (074) (Manga) | 420 | Character | Purple
        OP05-098 | L | Enel (098) | 2.4 | Leader | Yellow
        OP05-118 | SEC | Kaido (118) | 4 | Character | Purple
        OP05-119 | SEC | Monkey.D.Luffy (119) | 16 | Character | Purple
        OP05-119 | SEC | Monkey.D.Luffy (119) (Parallel) | 120 | Character | Purple
        OP05-119 | SEC | Monkey.D.Luffy (119) (Manga) | 2800 | Character | Purple
        | sealed | Awakening of the New Era Booster Box | 420`,
    },
    {
      setId: 6803,
      name: 'Starter Deck 1: Straw Hat Crew',
      code: 'ST-01',
      publishedOn: '2022-12-02',
      firstProductId: 682001,
      variants: starterDeck,
      rows: `
        ST01-001 | L | Monkey.D.Luffy (001) | 1.4 | Leader | Red
        ST01-002 | C | Usopp | 0.3 | Character | Red
        ST01-003 | C | Karoo | 0.2 | Character | Red
        ST01-004 | C | Sanji | 0.6 | Character | Red
        ST01-005 | C | Jinbe | 0.3 | Character | Red
        ST01-006 | C | Tony Tony.Chopper | 0.8 | Character | Red
        ST01-007 | C | Nami | 0.9 | Character | Red
        ST01-008 | C | Nico Robin | 0.4 | Character | Red
        ST01-009 | C | Nefeltari Vivi | 0.3 | Character | Red
        ST01-010 | C | Franky | 0.2 | Character | Red
        ST01-011 | C | Brook | 0.9 | Character | Red
        ST01-012 | SR | Monkey.D.Luffy (012) | 1.8 | Character | Red
        ST01-013 | SR | Roronoa Zoro | 1.4 | Character | Red
        ST01-014 | C | Guard Point | 0.3 | Event | Red
        ST01-015 | C | Gum-Gum Jet Pistol | 0.3 | Event | Red
        ST01-016 | C | Diable Jambe | 0.3 | Event | Red
        ST01-017 | C | Thousand Sunny | 0.8 | Stage | Red
        | sealed | Starter Deck 1: Straw Hat Crew | 45`,
    },
    {
      setId: 6804,
      name: 'One Piece Promotion Cards',
      code: 'OP-PR',
      publishedOn: '2022-09-30',
      firstProductId: 683001,
      variants: { default: ['Foil'] },
      rows: `
        P-001 | PR | Monkey.D.Luffy | 6 | Character | Red`,
    },
    {
      setId: 6805,
      name: '500 Years in the Future',
      code: 'OP07',
      publishedOn: '2024-06-28',
      firstProductId: 684001,
      variants: booster,
      languages: ['English', 'Japanese'],
      // Special copies of older cards keep the number of the set they come from.
      rows: `
        OP05-074 | SP | Eustass"Captain"Kid (SP) | 95 | Character | Purple
        | sealed | 500 Years in the Future Booster Box | 190`,
    },
  ],
})
