import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { FindingState } from './finding-state.tsx';
import type { ledgerFindingsList } from './ledger-checks-queries.ts';
import styles from './ledger-findings-columns.module.css';
import { figureText, ruleText } from './rule-text.ts';

export const LEDGER_FINDINGS_COLUMNS: ColumnsOf<typeof ledgerFindingsList> = [
  {
    id: 'rule',
    label: 'Rule',
    isFixed: true,
    cell: ({ rule }) => <span className={styles.rule}>{ruleText(rule)}</span>,
  },
  { id: 'state', label: 'State', cell: ({ state }) => <FindingState state={state} /> },
  { id: 'expected', label: 'Expected', cell: ({ expected }) => figureText(expected) },
  { id: 'found', label: 'Found', cell: ({ found }) => figureText(found) },
  {
    id: 'since',
    label: 'Since',
    sort: '-newest',
    cell: ({ sinceAt }) => <time dateTime={sinceAt}>{formatTime(sinceAt)}</time>,
  },
  {
    id: 'explanation',
    label: 'Explanation',
    cell: ({ explanation }) => (explanation ? <span dir="auto">{explanation}</span> : NONE),
  },
];
