import { splitStory } from './split-story.ts';
import styles from './story.module.css';

/** An influencer's text: the opening of a long text, and the rest on demand. */
export function Story({ text }: { text: string }) {
  const { opening, rest, midSentence } = splitStory(text);
  return (
    <div className={styles.story}>
      <p dir="auto">
        {opening}
        {midSentence && <span className={styles.ellipsis}>…</span>}
      </p>
      {rest && (
        <details>
          <summary>Read more</summary>
          <p dir="auto">{rest}</p>
        </details>
      )}
    </div>
  );
}
