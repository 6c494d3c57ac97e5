import {
  FileUser,
  Heart,
  ImagePlus,
  ListPlus,
  ListTodo,
  LogOut,
  User,
  UserPlus,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { roleLabel, type Role } from '#src/lib/roles.ts';
import type { ResultKind, SearchResult } from '../search.schema.ts';
import { menuFor } from './menu.ts';

/** An option of the command palette. */
export type PaletteOption = {
  id: string;
  label: string;
  detail: string;
  icon: LucideIcon;
  go: { href: string } | 'sign-out';
};
export type PaletteGroup = { label: string; options: PaletteOption[] };

type PaletteTarget = Pick<PaletteOption, 'label' | 'icon' | 'go'>;

const account: PaletteTarget = { label: 'My Account', icon: User, go: { href: '/my-account' } };
const signOut: PaletteTarget = { label: 'Logout', icon: LogOut, go: 'sign-out' };

const backOfficeActions: PaletteTarget[] = [
  { label: 'New Post', icon: ImagePlus, go: { href: '/content/new' } },
  { label: 'New Task', icon: ListPlus, go: { href: '/tasks?action=create' } },
  { label: 'Create Influencer', icon: UserPlus, go: { href: '/influencers?action=create' } },
];

const actions: Record<Role, PaletteTarget[]> = {
  admin: backOfficeActions,
  staff: backOfficeActions,
  influencer: [account],
  subscriber: [account],
};

const inGroup = (prefix: string, targets: PaletteTarget[]): PaletteOption[] =>
  targets.map((target) => ({
    ...target,
    detail: '',
    id: `${prefix}-${target.label.replaceAll(' ', '-')}`,
  }));

/** The options with every searched word in their name or detail. */
export function filterOptions(groups: PaletteGroup[], search: string): PaletteGroup[] {
  const searchedWords = search.toLowerCase().split(/\s+/);
  const has = ({ label, detail }: PaletteOption) => {
    const text = `${label} ${detail}`.toLowerCase();
    return searchedWords.every((word) => text.includes(word));
  };
  return groups
    .map(({ label, options }) => ({ label, options: options.filter(has) }))
    .filter(({ options }) => options.length > 0);
}

/** The screens and actions of a role that match the search. */
export function listScreensAndActions(role: Role | null, search: string): PaletteGroup[] {
  const screens: PaletteTarget[] = menuFor(role).map(({ to, label, icon }) => ({
    label,
    icon,
    go: { href: to },
  }));
  const all = [...(role ? actions[role] : []), signOut];
  return filterOptions(
    [
      { label: 'Screens', options: inGroup('screen', screens) },
      { label: 'Actions', options: inGroup('action', all) },
    ],
    search,
  );
}

const KINDS: Record<ResultKind, { label: string; icon: LucideIcon }> = {
  influencer: { label: 'Influencers', icon: UserRound },
  following: { label: 'Following', icon: Heart },
  user: { label: 'Users', icon: User },
  application: { label: 'Applications', icon: FileUser },
  task: { label: 'Tasks', icon: ListTodo },
};

const addressOf = ({ kind, id, detail }: SearchResult, role: Role | null): string => {
  const addresses: Record<ResultKind, string> = {
    influencer: `/influencers/${id}`,
    following: `/subscriptions/${id}`,
    user: `/users?search=${encodeURIComponent(detail)}`,
    application: `/applications?id=${id}`,
    task: role === 'influencer' ? '/my-tasks' : `/tasks?task=${id}`,
  };
  return addresses[kind];
};

const stateOf = ({ kind, state }: SearchResult): string => {
  if (kind === 'user') return roleLabel(state as Role | null);
  return kind === 'influencer' ? '' : (state ?? '').replace('_', ' ');
};

/** The search results grouped by kind, in the order of the results. */
export function groupResults(results: SearchResult[], role: Role | null): PaletteGroup[] {
  return [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, found]) => ({
    label: KINDS[kind].label,
    options: found.map((result) => ({
      id: `${kind}-${result.id}`,
      label: result.title || 'Unknown',
      detail: [result.detail, stateOf(result)].filter(Boolean).join(' · '),
      icon: KINDS[kind].icon,
      go: { href: addressOf(result, role) },
    })),
  }));
}
