import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CirclePause, Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import type { InfluencerRow } from '../influencer-records.schema.ts';
import { nameOfInfluencer } from './influencer-columns.tsx';
import { useAccountState } from './use-account-state.ts';

type InfluencerMenuProps = {
  influencer: InfluencerRow;
  onSuspend: () => void;
  onDelete: () => void;
};

/** The actions of an influencer's row. */
export function InfluencerMenu({ influencer, onSuspend, onDelete }: InfluencerMenuProps) {
  const { id, status, publicUrl, isActive, isDraft } = influencer;
  const { mutate } = useAccountState();
  const session = useSession();
  return (
    <Menu position="bottom-end" shadow="md" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${nameOfInfluencer(influencer)}`}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Pencil size={16} />}
          renderRoot={(props) => <Link to="/influencers/edit/$id" params={{ id }} {...props} />}
        >
          Edit
        </Menu.Item>
        {publicUrl && isActive && !isDraft && status === 'active' && (
          <Menu.Item
            component="a"
            href={`/${publicUrl}`}
            target="_blank"
            rel="noopener"
            leftSection={<ExternalLink size={16} />}
          >
            View public page
            <span className="visually-hidden"> (in a new tab)</span>
          </Menu.Item>
        )}
        {status === 'active' ? (
          <Menu.Item leftSection={<CirclePause size={16} />} onClick={onSuspend}>
            Suspend
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<CircleCheck size={16} />}
            onClick={() => mutate({ id, action: 'activate' })}
          >
            Activate
          </Menu.Item>
        )}
        {!session?.isLimited && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
