import { findLinks } from './find-links.ts';

/** A text of somebody else, in which web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <bdi>
      {findLinks(text).map((part, index) =>
        part.address === undefined ? (
          part.text
        ) : (
          // Parts of a text have no identity of their own.
          <a key={index} href={part.address} target="_blank" rel="noopener noreferrer" dir="ltr">
            {part.text}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ),
      )}
    </bdi>
  );
}
