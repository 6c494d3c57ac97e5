import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Check, Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import type { ListViewsProps } from '#src/ui/list-view/list-view-props.ts';
import type { SavedView } from '../saved-views.schema.ts';
import { SavedViewDialog, type EditedView } from './saved-view-dialog.tsx';
import { saveView, savedViewsQuery } from './saved-views-queries.ts';

const ICON = 16;

/** The saved views of a list: opens, saves and changes them. */
export function SavedViewsMenu({ filters, className }: ListViewsProps) {
  const { pathname: path } = useLocation();
  const router = useRouter();
  const search = router.options.stringifySearch?.(filters) ?? '';
  const views = (useQuery(savedViewsQuery).data ?? []).filter((view) => view.path === path);
  const [openedId, setOpenedId] = useState<string>();
  const [edited, setEdited] = useState<EditedView | null>(null);
  const current = views.find((view) => view.search === search);
  const opened = views.find(({ id }) => id === openedId);

  function open(view: SavedView) {
    setOpenedId(view.id);
    router.history.push(view.path + view.search);
  }

  return (
    <>
      <Menu position="bottom-end" width={260} shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            className={className}
            title="Saved views"
            data-plain={current ? undefined : true}
            leftSection={<Bookmark size={ICON} aria-hidden="true" />}
          >
            {current ? <bdi>{current.name}</bdi> : <span className="visually-hidden">Views</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="min(26rem, 70dvh)" style={{ overflowY: 'auto' }}>
          {views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          <Menu.RadioGroup value={current?.id ?? null}>
            {views.map((view) => (
              <Menu.RadioItem
                key={view.id}
                value={view.id}
                checkIcon={<Check size={ICON} aria-hidden="true" />}
                closeMenuOnClick
                onChange={() => open(view)}
              >
                <bdi>{view.name}</bdi>
                {!view.isOwn && <SharedBy owner={view.owner} />}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {opened?.isOwn && opened !== current && <UpdateItem view={opened} search={search} />}
          {current?.isOwn && (
            <Menu.Item leftSection={<Pencil size={ICON} />} onClick={() => setEdited(current)}>
              Edit “{current.name}”
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<BookmarkPlus size={ICON} />}
            onClick={() => setEdited({ path, search })}
          >
            Save these filters
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SavedViewDialog view={edited} onClose={() => setEdited(null)} />
    </>
  );
}

const SharedBy = ({ owner }: { owner: string }) => (
  <small style={{ display: 'block', color: 'var(--ink-soft)' }}>
    from <bdi>{owner}</bdi>
  </small>
);

function UpdateItem({ view, search }: { view: SavedView; search: string }) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => saveView(queryClient, { ...view, search }),
    onSuccess: () => toast.success('Success', { description: 'View saved' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  return (
    <Menu.Item leftSection={<RefreshCw size={ICON} />} onClick={() => mutate()}>
      Update “{view.name}”
    </Menu.Item>
  );
}
