import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Images, ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import type { VaultFile } from '../vault.schema.ts';
import styles from './vault-cover.module.css';
import { VaultFileDrawer } from './vault-file-drawer.tsx';
import { VaultFilters } from './vault-filters.tsx';
import { VaultGrid } from './vault-grid.tsx';
import { vaultSearchSchema } from './vault-queries.ts';
import { fileLabel } from './vault-texts.ts';

const route = getRouteApi('/_app/vault');

/** Every file of the influencers once; an influencer sees their own. */
export function VaultPage() {
  const { search: filter, change } = useListAddress(
    useCheckedSearch(route, vaultSearchSchema),
    route.useNavigate(),
  );
  const role = useSession()?.role;
  const isInfluencer = role === 'influencer';
  const [opened, setOpened] = useState<{ file: VaultFile; links: MediaLinks } | null>(null);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <>
      <PageHead
        title="Vault"
        subtitle={
          isInfluencer
            ? 'Your files from posts and tasks. You can submit them again.'
            : 'Every file from posts and tasks. You can use a file again for the same influencer.'
        }
      >
        {role === 'admin' && (
          <Button
            component={Link}
            to="/vault/blocked-files"
            radius="xl"
            variant="default"
            leftSection={<ShieldBan size={17} aria-hidden="true" />}
          >
            Blocked Files
          </Button>
        )}
      </PageHead>
      <VaultFilters
        filter={filter}
        onChange={change}
        influencerField={
          !isInfluencer && (
            <InfluencerSelect
              label="Influencer"
              isLabelHidden
              placeholder="All Influencers"
              clearable
              value={filter.influencerId ?? null}
              onChange={(id) => change({ influencerId: id ?? undefined })}
            />
          )
        }
      />
      <VaultGrid
        filter={filter}
        hasNames={!isInfluencer && filter.influencerId === undefined}
        cover={(file, links) => (
          <button
            type="button"
            className={styles.cover}
            aria-label={fileLabel(file)}
            onClick={() => setOpened({ file, links })}
          />
        )}
        empty={
          isFiltered ? (
            <NoResults title="No files found" />
          ) : (
            <EmptyVault isInfluencer={isInfluencer} />
          )
        }
      />
      <VaultFileDrawer
        opened={opened}
        canCreatePosts={!isInfluencer}
        canBlock={role === 'admin'}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

const EmptyVault = ({ isInfluencer }: { isInfluencer: boolean }) => (
  <Notice
    icon={Images}
    title="No files yet"
    text={
      isInfluencer
        ? 'Files that you submit for tasks, and files of your posts, will appear here.'
        : 'Files appear here once a post or a submission contains them.'
    }
  />
);
