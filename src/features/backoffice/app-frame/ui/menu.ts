import {
  BadgeCheck,
  Banknote,
  BookUser,
  ChartColumn,
  Compass,
  CreditCard,
  FilePenLine,
  FileUser,
  Flag,
  Gavel,
  Heart,
  HeartHandshake,
  IdCard,
  Images,
  Inbox,
  LayoutDashboard,
  ListTodo,
  MessageSquareOff,
  Newspaper,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Sparkles,
  Tags,
  Timer,
  UserRound,
  Users,
  Vault,
  Wallet,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import type { Role } from '#src/lib/roles.ts';

type MenuItem = {
  to:
    | '/dashboard'
    | '/applications'
    | '/audit'
    | '/jobs'
    | '/inbox'
    | '/complaints'
    | '/reviews'
    | '/policies'
    | '/banned-terms'
    | '/age-checks'
    | '/tasks'
    | '/automation'
    | '/my-tasks'
    | '/users'
    | '/influencers'
    | '/performers'
    | '/record-index'
    | '/agreements'
    | '/my-agreement'
    | '/profile'
    | '/content'
    | '/vault'
    | '/my-content'
    | '/earnings'
    | '/my-payouts'
    | '/subscribers'
    | '/subscription-plans'
    | '/corrections'
    | '/invoices'
    | '/disputes'
    | '/payouts'
    | '/reports'
    | '/payments'
    | '/marketplace'
    | '/my-feed'
    | '/my-subscriptions'
    | '/my-account';
  label: string;
  icon: LucideIcon;
};

/** Path of a screen in a menu. */
export type Screen = MenuItem['to'];

const marketplace = { to: '/marketplace', icon: Compass } as const;
const settings = { to: '/profile', label: 'Settings', icon: Settings } as const;

type MenuGroup = {
  /** Shown above the links. */
  label: string | null;
  items: MenuItem[];
};

const backOfficeMenu = (ofPlatform: MenuItem[]): MenuGroup[] => [
  { label: null, items: [{ to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard }] },
  {
    label: 'Work',
    items: [
      { to: '/applications', label: 'Applications', icon: FileUser },
      { to: '/tasks', label: 'Task Requests', icon: ListTodo },
      { to: '/inbox', label: 'Inbox', icon: Inbox },
      { to: '/reviews', label: 'Reviews', icon: ShieldCheck },
      { to: '/complaints', label: 'Complaints', icon: Flag },
      { to: '/policies', label: 'Policies', icon: Gavel },
      { to: '/automation', label: 'Automation', icon: Workflow },
    ],
  },
  {
    label: 'People and content',
    items: [
      { to: '/users', label: 'Users', icon: Users },
      { to: '/influencers', label: 'Influencers', icon: Sparkles },
      { to: '/performers', label: 'Performers', icon: IdCard },
      { to: '/record-index', label: '2257 Records', icon: BookUser },
      { to: '/agreements', label: 'Agreements', icon: FilePenLine },
      { to: '/content', label: 'Content', icon: Images },
      { to: '/vault', label: 'Vault', icon: Vault },
    ],
  },
  {
    label: 'Money',
    items: [
      { to: '/subscribers', label: 'Subscribers', icon: HeartHandshake },
      { to: '/subscription-plans', label: 'Subscription Plans', icon: Tags },
      { to: '/payments', label: 'Payments', icon: CreditCard },
      { to: '/disputes', label: 'Disputes', icon: ShieldAlert },
      { to: '/corrections', label: 'Corrections', icon: Scale },
      { to: '/invoices', label: 'Invoices & Taxes', icon: ReceiptText },
      { to: '/payouts', label: 'Payouts', icon: Banknote },
      { to: '/reports', label: 'Reports', icon: ChartColumn },
    ],
  },
  {
    label: 'Platform',
    items: [{ ...marketplace, label: 'Marketplace' }, ...ofPlatform, settings],
  },
];

const subscriberMenu: MenuGroup[] = [
  {
    label: null,
    items: [
      { to: '/my-feed', label: 'My Feed', icon: Newspaper },
      { ...marketplace, label: 'Browse Marketplace' },
      { to: '/my-subscriptions', label: 'My Subscriptions', icon: Heart },
    ],
  },
];

const menus: Record<Role, MenuGroup[]> = {
  admin: backOfficeMenu([
    { to: '/banned-terms', label: 'Banned Terms', icon: MessageSquareOff },
    { to: '/age-checks', label: 'Age Checks', icon: BadgeCheck },
    { to: '/audit', label: 'Audit Trail', icon: ScrollText },
    { to: '/jobs', label: 'Background Jobs', icon: Timer },
  ]),
  staff: backOfficeMenu([]),
  influencer: [
    {
      label: null,
      items: [
        { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
        { to: '/my-tasks', label: 'My Tasks', icon: ListTodo },
        { to: '/my-content', label: 'My Content', icon: Images },
        { to: '/earnings', label: 'Earnings', icon: ChartColumn },
        { to: '/my-payouts', label: 'My Payouts', icon: Wallet },
        { to: '/my-agreement', label: 'My Agreement', icon: FilePenLine },
        { to: '/profile', label: 'My Profile', icon: UserRound },
      ],
    },
  ],
  subscriber: subscriberMenu,
};

/** What fans reach where creators are hidden. */
const accountMenu: MenuGroup[] = [
  {
    label: null,
    items: [
      { to: '/my-subscriptions', label: 'My Subscriptions', icon: Heart },
      { to: '/my-account', label: 'My Account', icon: UserRound },
    ],
  },
];

/** The screen that the logo leads to. */
export function homeOf({ creatorsHiddenBy }: CurrentSession): Screen {
  return creatorsHiddenBy ? '/my-subscriptions' : '/dashboard';
}

/**
 * The groups of links for a role; users without a role get a fan's.
 * @param hasAgreement whether an influencer has an agreement to see
 */
export function menuFor(role: Role | null, hasAgreement: boolean): MenuGroup[] {
  if (role !== 'influencer' || hasAgreement) return role ? menus[role] : subscriberMenu;
  return menus.influencer.map(({ label, items }) => ({
    label,
    items: items.filter(({ to }) => to !== '/my-agreement'),
  }));
}

/** The sidebar's groups of links of a user. */
export function menuOf(
  { role, creatorsHiddenBy }: CurrentSession,
  hasAgreement: boolean,
): MenuGroup[] {
  return creatorsHiddenBy ? accountMenu : menuFor(role, hasAgreement);
}
