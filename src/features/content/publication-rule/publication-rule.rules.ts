import type { PublicationObstacle } from './publication-rule.schema.ts';

/** Why a post cannot be published, as a sentence. */
export function obstacleText({ fullName, obstacle }: PublicationObstacle): string {
  switch (obstacle) {
    case 'underage':
      return `The ID document of ${fullName} says that they are under 18.`;
    case 'withdrawn':
      return `${fullName} has withdrawn their consent to the publication of this post.`;
    case 'not-registered':
      return `${fullName} is not in the register of performers.`;
    case 'unverified':
      return `The identity of ${fullName} is not verified.`;
    case 'expired':
      return `The ID document of ${fullName} has expired.`;
    case 'no-agreement':
      return `${fullName} has no creator agreement in force.`;
    case 'not-consented':
      return `${fullName} has not consented to the publication of this post.`;
    case 'banned-term':
      return 'The caption contains a banned term.';
    case 'held-file':
      return 'A file matches a list of blocked files. Our team has to check it first.';
  }
}
