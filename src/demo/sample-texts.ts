/** Captions of demo posts; some are long enough to be truncated in previews. */
export const CAPTIONS = [
  'First light through the studio curtains.',
  'The colour I kept coming back to all week.',
  'Three hours of rehearsal, thirty seconds I love.',
  'A quiet evening, a loud palette.',
  'Found this corner of the studio at golden hour and couldn’t leave. I moved the chair twice, the lamp four times, and then the light did everything by itself. Here is the whole set, in the order it happened.',
  'Behind the scenes of tomorrow.',
  'Rain on the skylight. Sound on, please.',
  'Work in progress, keep it between us.',
  'You voted for crimson. Crimson it is.',
  'Small hours, soft lamps.',
  'The long version of what I teased on Monday. Take your time with it; there is a detail in the last picture that nobody has noticed yet, and whoever writes to me first about it chooses the next theme.',
  'Velvet, again. I regret nothing.',
  'Notes from a very long train ride.',
  'One mood, four takes.',
  'A postcard from the coast.',
  'Testing the new lens. I think we will be friends.',
  'Saturday in slow motion.',
  'The outtakes are better than the picture.',
  'Thank you for a thousand evenings together. I went through the archive and picked the ones that still make me smile, some of which were never published anywhere. Here they are, with all their flaws.',
  'Lights down.',
  'Before the doors open.',
  'An answer to the question you keep asking.',
  'Something gold for the weekend.',
  'Midnight, and the city hums.',
];

export const TASKS = [
  ['Autumn picture set', 'Twelve pictures in one colour family, portrait format.'],
  ['Welcome clip for new subscribers', 'Fifteen seconds, sound optional, no text on screen.'],
  ['Answer the question box', 'Pick ten questions and answer them in one long caption.'],
  ['Weekend teaser', 'Three pictures that make people curious about Saturday.'],
  ['Update the public page', 'A new hero picture and a fresh first paragraph.'],
  ['Monthly theme vote', 'Propose three themes with a sample picture each.'],
  ['Behind the scenes reel', 'How the last set was made, from sketch to light.'],
  ['Holiday greeting', 'One picture and one line, to be published on the eve.'],
] as const;

export const NOTES = [
  'Prefers to shoot on Tuesdays and Thursdays.',
  'Asked for a call about pricing next month.',
  'Very strong numbers after the autumn set.',
  'Needs the new release form before the next clip.',
];

export const FAN_NOTES = [
  'Prefers to be answered in German.',
  'Asked for an invoice with a company name; we do not issue them.',
  'Had trouble with the first card; the second one worked.',
  'Very polite, subscribed on a friend’s advice.',
];

/** How fans without a name sign their messages. */
export const FAN_SIGNATURES = ['Robin', 'Toni', 'Noa', 'Charlie', 'Juno', 'Remy'];

export const FAN_MESSAGES = [
  'I was charged on the first of the month. Can I move it to the fifteenth?',
  'My card was replaced by the bank. Where do I enter the new one?',
  'I cancelled last week, but the page still says that I have access. Is that right?',
];

export const REASONS_TO_JOIN = [
  'I want a team that plans with me instead of only counting with me.',
  'My audience outgrew the tools I have, and I would rather make pictures than spreadsheets.',
  'I like how carefully your pages are made.',
];
