/** The 25 content categories. Each has its own badge colour, as the hue (degrees) of an OKLCH colour. */
const hues = {
  Amateur: 25,
  Asian: 40,
  BBW: 330,
  'Big Ass': 350,
  'Big Tits': 5,
  Blonde: 85,
  Brunette: 55,
  Cosplay: 300,
  Ebony: 65,
  Feet: 155,
  Goth: 285,
  Latina: 15,
  MILF: 340,
  Petite: 320,
  Redhead: 32,
  Trans: 215,
  Fitness: 145,
  'Gamer Girl': 270,
  'Girl Next Door': 195,
  Athletic: 165,
  Nerdy: 235,
  Tattooed: 180,
  Hotwife: 0,
  'Small Boobs': 310,
  Beauty: 345,
} as const;

export type Category = keyof typeof hues;

/** All categories in display order. */
export const CATEGORIES = Object.keys(hues) as [Category, ...Category[]];

/** Hue in degrees of a category's badge. */
export function categoryHue(category: Category): number {
  return hues[category];
}
