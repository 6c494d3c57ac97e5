import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FilePenLine, PenLine } from 'lucide-react';
import { useState } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { AGREEMENT_KIND_LABELS, type SignedAgreementRow } from '../agreements.schema.ts';
import { AgreementDrawer } from './agreement-drawer.tsx';
import { SIGNED_COLUMNS } from './agreements-columns.tsx';
import { refreshAgreements, signedAgreementsList } from './agreements-queries.ts';
import { AgreementsTabs } from './agreements-tabs.tsx';
import { CountersignDialog, type Countersigning } from './countersign-dialog.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';

const route = getRouteApi('/_app/agreements/');

const KINDS = optionsOf(AGREEMENT_KIND_LABELS);
const STATES = optionsOf({
  waiting: 'To countersign',
  complete: 'Signed',
  terminated: 'Terminated',
});

const isWaiting = ({ kind, countersignedAt }: SignedAgreementRow) =>
  kind === 'creator-agreement' && countersignedAt === null;

/** The signed agreements, with those that the agency has to countersign. */
export function AgreementsPage() {
  const list = useList(signedAgreementsList, route);
  const queryClient = useQueryClient();
  const isAdmin = useSession()?.role === 'admin';
  const [signing, setSigning] = useState<Countersigning | null>(null);
  const [terminated, setTerminated] = useState<string | null>(null);
  useLiveEvents('notifications', () => void refreshAgreements(queryClient));
  return (
    <AgreementsTabs value="/agreements">
      <ListView
        list={list}
        label="Signed agreements"
        itemLabels={['agreement', 'agreements']}
        columns={SIGNED_COLUMNS}
        failure="Failed to fetch agreements"
        searchLabel="Search name"
        filters={
          <>
            <FilterSelect
              label="Agreement"
              placeholder="All Agreements"
              clearLabel="Show all agreements"
              options={KINDS}
              {...list.field('kind')}
            />
            <FilterSelect
              label="State"
              placeholder="All States"
              clearLabel="Show all states"
              options={STATES}
              {...list.field('state')}
            />
            <InfluencerSelect
              label="Influencer"
              isLabelHidden
              placeholder="All Influencers"
              clearable
              {...list.field('influencer')}
            />
          </>
        }
        onOpen={({ id }) => list.open({ agreement: id })}
        rowVariant={(row) => (isWaiting(row) ? 'attention' : undefined)}
        {...(isAdmin && {
          bulk: {
            isSelectable: isWaiting,
            actions: (rows: SignedAgreementRow[], onDone: () => void) => (
              <Button
                size="sm"
                radius="xl"
                leftSection={<PenLine size={16} aria-hidden="true" />}
                onClick={() => setSigning({ ids: rows.map(({ id }) => id), onDone })}
              >
                Countersign
              </Button>
            ),
          },
        })}
        empty={
          <Notice
            icon={FilePenLine}
            title="Nothing is signed yet"
            text="Publish a creator agreement under Templates. Influencers then sign it in their account."
          />
        }
        noResults={<NoResults title="No agreements found" />}
      />
      <AgreementDrawer
        {...list.record('agreement')}
        onCountersign={isAdmin ? (id) => setSigning({ ids: [id] }) : undefined}
        onTerminate={isAdmin ? setTerminated : undefined}
      />
      <CountersignDialog open={signing} onClose={() => setSigning(null)} />
      <TerminateDialog id={terminated} onClose={() => setTerminated(null)} />
    </AgreementsTabs>
  );
}
