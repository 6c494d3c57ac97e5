import type { ComplaintKind, Outcome } from '#src/features/trust/complaints/complaints.schema.ts';

/** A complaint of the demo. */
export type Sample = {
  kind: ComplaintKind;
  /** Whose oldest post it is about. */
  influencer: number;
  /** How long ago it was reported, or on which day of the last month. */
  hoursAgo: number | { lastMonth: number };
  name: string | null;
  explanation: string;
  work?: string;
  question?: string;
  isHidden?: boolean;
  decision?: DemoDecision;
  /** Of the party that the decision is against. */
  appeal?: { hoursLater: number; text: string; decision?: DemoDecision };
};

type DemoDecision = { hoursLater: number; outcome: Outcome; policy: string; text: string };

export const SAMPLES: Sample[] = [
  {
    kind: 'copyright',
    influencer: 7,
    hoursAgo: 2_600,
    name: 'Corin Ashdown',
    explanation: 'The song in the video is mine, and nobody asked me.',
    work: 'The song “Low Tide”, published in 2022',
    decision: {
      hoursLater: 70,
      outcome: 'removed',
      policy: 'copyright',
      text: 'The song plays for most of the video, and there is no licence.',
    },
  },
  {
    kind: 'privacy',
    influencer: 7,
    hoursAgo: 1_400,
    name: 'Leopold Marsh',
    explanation: 'The number plate of my car can be read in the third picture.',
    decision: {
      hoursLater: 30,
      outcome: 'removed',
      policy: 'privacy',
      text: 'A number plate leads to a person who did not agree.',
    },
  },
  {
    kind: 'non_consensual',
    influencer: 8,
    hoursAgo: { lastMonth: 4 },
    name: 'Maud Ferrier',
    explanation: 'The person in the mirror is me, and nobody asked me.',
    decision: {
      hoursLater: 19,
      outcome: 'removed',
      policy: 'consent',
      text: 'The face in the mirror can be recognized, and there is no consent.',
    },
  },
  {
    kind: 'illegal',
    influencer: 9,
    hoursAgo: { lastMonth: 8 },
    name: 'Oswin Talbot',
    explanation: 'I think that this place must not be photographed.',
    decision: {
      hoursLater: 5,
      outcome: 'no_action',
      policy: 'no_violation',
      text: 'The studio belongs to the agency, and no law forbids to photograph it.',
    },
  },
  {
    kind: 'privacy',
    influencer: 9,
    hoursAgo: { lastMonth: 11 },
    name: 'Ilse Hartwig',
    explanation: 'My house is behind the fence.',
    decision: {
      hoursLater: 260,
      outcome: 'no_action',
      policy: 'not_enough_information',
      text: 'We asked which picture it is and got no answer.',
    },
  },
  {
    kind: 'copyright',
    influencer: 1,
    hoursAgo: 30,
    name: 'Ines Calloway',
    explanation: 'The second picture is mine. It was published on my own site two years ago.',
    work: 'The picture “Curtain, no. 4”, published on my site in 2024',
  },
  {
    kind: 'non_consensual',
    influencer: 2,
    hoursAgo: 60,
    name: 'Rowan Tidewell',
    explanation: 'I’m the person on the left, and I never agreed to this being published.',
    isHidden: true,
  },
  {
    kind: 'minor',
    influencer: 3,
    hoursAgo: 3,
    name: null,
    explanation: 'The person in the background looks very young to me. Please check.',
    isHidden: true,
  },
  {
    kind: 'privacy',
    influencer: 4,
    hoursAgo: 50,
    name: 'Leopold Marsh',
    explanation: 'Something in one of these pictures shows where I live.',
    question: 'Which of the pictures is it, and where in it?',
  },
  {
    kind: 'impersonation',
    influencer: 5,
    hoursAgo: 400,
    name: 'Thea Winterbourne',
    explanation: 'This account uses my stage name. I have used it since 2019.',
    decision: {
      hoursLater: 40,
      outcome: 'no_action',
      policy: 'no_violation',
      text: 'The name belongs to both of you, and the page doesn’t pretend to be yours.',
    },
    appeal: {
      hoursLater: 90,
      text: 'Visitors of my shows have written to me because they took this page for mine.',
      decision: {
        hoursLater: 160,
        outcome: 'no_action',
        policy: 'no_violation',
        text: 'The page has another face, another town and another name in its address. It can’t be mistaken for yours.',
      },
    },
  },
  {
    kind: 'copyright',
    influencer: 7,
    hoursAgo: 220,
    name: 'Maren Holloway',
    explanation: 'The mural behind her is my work. I never allowed it to be photographed.',
    work: 'The mural “Tidal”, painted in 2023',
    decision: {
      hoursLater: 60,
      outcome: 'removed',
      policy: 'copyright',
      text: 'A large part of each picture shows the mural.',
    },
    appeal: {
      hoursLater: 190,
      text: 'The mural is in a public street, and I have the written permission of the owner of the house.',
    },
  },
  {
    kind: 'withdrawal',
    influencer: 6,
    hoursAgo: 700,
    name: 'Sabine Orrell',
    explanation: 'I took part in this shoot and no longer want to be shown.',
    decision: {
      hoursLater: 300,
      outcome: 'removed',
      policy: 'consent',
      text: 'A person who is shown no longer agrees. Everyone shown has to agree.',
    },
  },
];
