import { Panel } from '#src/ui/page/panel.tsx';
import styles from './tips.module.css';

const TIPS: [title: string, text: string][] = [
  [
    'Start tasks early',
    'Mark a task as started when you begin, so the agency knows it’s in progress.',
  ],
  ['Send more than we ask for', 'A few extra photos give the agency something to choose from.'],
  ['Link your page everywhere', 'Add the link to your public page to your other profiles.'],
  [
    'Tell us what’s new',
    'New handles, new numbers, a new look? The agency will update your profile.',
  ],
];

/** Tips for influencers. */
export function Tips() {
  return (
    <Panel title="Good to know">
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
