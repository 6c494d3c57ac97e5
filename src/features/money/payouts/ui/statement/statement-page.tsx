import { Button, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, FileDown, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { useRestoreFocus } from '#src/ui/elements/use-restore-focus.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import type { LoadedPages } from '#src/ui/list-view/use-load-more.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import type { PayoutDocument } from '../../payout-documents.schema.ts';
import type { PayoutRow } from '../../payouts.schema.ts';
import type { StatementLine } from '../../statement.schema.ts';
import { PayoutActions } from '../payout-actions.tsx';
import { PayoutChangeDialog, type OpenChange } from '../payout-change-dialog.tsx';
import { PayoutHistory } from '../payout-history.tsx';
import { statementQuery } from '../payouts-queries.ts';
import { StatementDocuments } from './statement-documents.tsx';
import { StatementHead } from './statement-head.tsx';
import { StatementLines } from './statement-lines.tsx';
import styles from './statement.module.css';
import { usePrint } from './use-print.ts';

const route = getRouteApi('/_app/statements/$payoutId');
const FAILURE = 'Failed to fetch the statement';

const isMissing = (error: Error): boolean =>
  error instanceof ApiError && /^(not-found|invalid-input)$/.test(error.problem.code);

/** The statement of a payout, for screen and paper. */
export function StatementPage() {
  const { payoutId } = route.useParams();
  const isBackOffice = useSession()?.role !== 'influencer';
  const query = useInfiniteQuery(statementQuery(payoutId));
  const { data, error, refetch } = query;
  const [first] = data?.pages ?? [];
  return (
    <div className={styles.page}>
      <BackLink to={isBackOffice ? '/payouts' : '/my-payouts'}>
        {isBackOffice ? 'Payouts' : 'My Payouts'}
      </BackLink>
      {first ? (
        <Statement
          payout={first.payout}
          documents={first.documents}
          lineCount={first.lineCount}
          lines={data!.pages.flatMap((page) => page.lines)}
          pages={query}
          isBackOffice={isBackOffice}
        />
      ) : error && isMissing(error) ? (
        <Notice
          heading="h1"
          title="Statement not found"
          text="There’s no payout at this address, or you don’t have access to it."
          isError
        />
      ) : error ? (
        <ErrorNotice heading="h1" title={FAILURE} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

type StatementProps = {
  payout: PayoutRow;
  documents: PayoutDocument[];
  lineCount: number;
  lines: StatementLine[];
  pages: LoadedPages;
  isBackOffice: boolean;
};

function Statement({ payout, documents, lineCount, lines, pages, isBackOffice }: StatementProps) {
  const [changing, setChanging] = useState<OpenChange | null>(null);
  const { isPreparing, print } = usePrint(pages);
  useHotkeys([['mod+P', print]], []);
  const article = useRef<HTMLElement>(null);
  const focus = useRestoreFocus(article, payout);
  return (
    <>
      <div className={styles.tools} {...focus}>
        {isBackOffice && (
          <PayoutActions
            payout={payout}
            size="sm"
            onChange={(change) => setChanging({ change, payouts: [payout] })}
          />
        )}
        <Button
          variant="default"
          radius="xl"
          leftSection={<Printer size={16} aria-hidden="true" />}
          loading={isPreparing}
          title="Print all lines (Ctrl+P)"
          aria-keyshortcuts="Control+P Meta+P"
          onClick={print}
        >
          Print
        </Button>
        <Button
          component="a"
          href={`/api/payouts/${payout.id}/statement.pdf`}
          download
          variant="default"
          radius="xl"
          leftSection={<FileDown size={16} aria-hidden="true" />}
        >
          PDF
        </Button>
        <Button
          component="a"
          href={`/api/payouts/${payout.id}/statement.csv`}
          download
          variant="default"
          radius="xl"
          leftSection={<Download size={16} aria-hidden="true" />}
        >
          Export CSV
        </Button>
      </div>
      <article
        ref={article}
        tabIndex={-1}
        className={styles.statement}
        aria-labelledby="statement-title"
      >
        <StatementHead payout={payout} />
        <StatementLines payout={payout} lines={lines} lineCount={lineCount} />
        {lines.length < lineCount && (
          <p className={styles.cut}>
            Lines 1 to {formatNumber(lines.length)} of {formatNumber(lineCount)}. Use the page’s
            Print button to print all of them.
          </p>
        )}
      </article>
      <ShowMore pages={pages} />
      <StatementDocuments documents={documents} />
      {isBackOffice && (
        <>
          <PayoutHistory payoutId={payout.id} />
          <PayoutChangeDialog open={changing} onClose={() => setChanging(null)} />
        </>
      )}
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading the statement" className={styles.waiting}>
    <Skeleton height="14rem" />
    <Skeleton height="24rem" />
  </div>
);
