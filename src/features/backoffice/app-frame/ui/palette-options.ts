import {
  CalendarDays,
  CreditCard,
  FileUser,
  FileUp,
  FolderPlus,
  Heart,
  ImagePlus,
  Images,
  ListPlus,
  ListTodo,
  LogOut,
  Tag,
  User,
  UserPlus,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { CATEGORIES } from '#src/lib/categories.ts';
import { roleLabel, type Role } from '#src/lib/roles.ts';
import { truncateAtWord } from '#src/lib/text.ts';
import type { ResultKind, SearchResult } from '../search.schema.ts';
import { menuFor } from './menu.ts';

/** An option of the command palette. */
export type PaletteOption = {
  id: string;
  label: string;
  detail: string;
  icon: LucideIcon;
  /** Public pages are separate documents, outside of the app. */
  go: { href: string; isDocument?: boolean } | 'sign-out';
};
export type PaletteGroup = { label: string; options: PaletteOption[] };

type PaletteTarget = Pick<PaletteOption, 'label' | 'icon' | 'go'>;

const account: PaletteTarget = { label: 'My Account', icon: User, go: { href: '/my-account' } };
const signOut: PaletteTarget = { label: 'Logout', icon: LogOut, go: 'sign-out' };

const backOfficeActions: PaletteTarget[] = [
  { label: 'New Post', icon: ImagePlus, go: { href: '/content/new' } },
  { label: 'Content Calendar', icon: CalendarDays, go: { href: '/content/calendar' } },
  { label: 'Schedule Files', icon: FolderPlus, go: { href: '/content/plan' } },
  { label: 'New Task', icon: ListPlus, go: { href: '/tasks?action=create' } },
  { label: 'Create Influencer', icon: UserPlus, go: { href: '/influencers?action=create' } },
  { label: 'Import', icon: FileUp, go: { href: '/import' } },
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

/** The categories of the marketplace. */
const categories = inGroup(
  'category',
  CATEGORIES.map((category) => ({
    label: category,
    icon: Tag,
    go: { href: `/marketplace?category=${encodeURIComponent(category)}` },
  })),
);

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

const PLACEHOLDERS: Record<Role, string> = {
  admin: 'Search people, payments, tasks and screens…',
  staff: 'Search people, payments, tasks and screens…',
  influencer: 'Search your posts, tasks and screens…',
  subscriber: 'Search influencers, categories and posts…',
};

/** The placeholder of the search, which lists what the role can find. */
export function searchPlaceholder(role: Role | null): string {
  return role ? PLACEHOLDERS[role] : 'Search screens…';
}

/** The screens and actions of a role that match the search. */
export function listScreensAndActions(
  { role, hasAgreement }: { role: Role | null; hasAgreement: boolean },
  search: string,
): PaletteGroup[] {
  const screens: PaletteTarget[] = menuFor(role, hasAgreement)
    .flatMap(({ items }) => items)
    .map(({ to, label, icon }) => ({
      label,
      icon,
      go: { href: to },
    }));
  const all = [...(role ? actions[role] : []), signOut];
  return filterOptions(
    [
      { label: 'Screens', options: inGroup('screen', screens) },
      // Only in a search: an empty one lists what the role can do.
      { label: 'Categories', options: search && role === 'subscriber' ? categories : [] },
      { label: 'Actions', options: inGroup('action', all) },
    ],
    search,
  );
}

const KINDS: Record<ResultKind, { label: string; icon: LucideIcon }> = {
  payment: { label: 'Payments', icon: CreditCard },
  influencer: { label: 'Influencers', icon: UserRound },
  following: { label: 'Following', icon: Heart },
  creator: { label: 'Influencers', icon: UserRound },
  user: { label: 'Users', icon: User },
  application: { label: 'Applications', icon: FileUser },
  post: { label: 'Posts', icon: Images },
  task: { label: 'Tasks', icon: ListTodo },
};

/** Longer captions would displace the detail. */
const CAPTION_LENGTH = 44;

const labelOf = ({ kind, title }: SearchResult): string =>
  kind === 'post' ? truncateAtWord(title, CAPTION_LENGTH) : title;

/** The beginning of a caption in an address; quoted, because the router reads "2026" as a number. */
const searchParam = (caption: string): string =>
  encodeURIComponent(JSON.stringify([...caption].slice(0, 50).join('').trim()));

const addressOf = (result: SearchResult, role: Role | null): string => {
  const { kind, id, title, detail, state, publicUrl } = result;
  const addresses: Record<ResultKind, string> = {
    payment: `/payments?payment=${id}`,
    influencer: `/influencers/${id}`,
    following: `/subscriptions/${id}`,
    creator: `/${publicUrl}`,
    user: state === 'subscriber' ? `/fans/${id}` : `/users?search=${encodeURIComponent(detail)}`,
    application: `/applications?id=${id}`,
    post: `${role === 'influencer' ? '/my-content' : '/my-feed'}?search=${searchParam(title)}`,
    task: `${role === 'influencer' ? '/my-tasks' : '/tasks'}?task=${id}`,
  };
  return addresses[kind];
};

const stateOf = ({ kind, state }: SearchResult): string => {
  if (kind === 'user') return roleLabel(state as Role | null);
  return kind === 'influencer' ? '' : (state ?? '').replaceAll('_', ' ');
};

/** The search results grouped by kind, in the order of the results. */
export function groupResults(results: SearchResult[], role: Role | null): PaletteGroup[] {
  return [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, found]) => ({
    label: KINDS[kind].label,
    options: found.map((result) => ({
      id: `${kind}-${result.id}`,
      label: labelOf(result) || 'Unknown',
      detail: [result.detail, stateOf(result)].filter(Boolean).join(' · '),
      icon: KINDS[kind].icon,
      go: { href: addressOf(result, role), ...(kind === 'creator' && { isDocument: true }) },
    })),
  }));
}
