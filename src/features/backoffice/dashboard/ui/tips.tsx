import { Panel } from '#src/ui/page/panel.tsx';
import styles from './tips.module.css';

const TIPS: [title: string, text: string][] = [
  [
    'Answer tasks early',
    'Start a task when you begin, so that the agency sees that it is under way.',
  ],
  ['Hand in more than is asked', 'A few more pictures give the agency something to choose from.'],
  [
    'Link your page everywhere',
    'Put the address of your public page into your profiles elsewhere.',
  ],
  [
    'Tell us what changes',
    'New handles, new numbers, a new look: the agency updates your profile.',
  ],
];

/** Tips for influencers. */
export function Tips() {
  return (
    <Panel title="Tips">
      <dl className={styles.tips}>
        {TIPS.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
