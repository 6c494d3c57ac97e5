import { Compass, Heart, Images, LayoutDashboard, Newspaper, type LucideIcon } from 'lucide-react';
import type { Role } from '#src/lib/roles.ts';

type MenuItem = {
  to: '/dashboard' | '/content' | '/my-content' | '/marketplace' | '/my-feed' | '/my-subscriptions';
  label: string;
  icon: LucideIcon;
};

const marketplace = { to: '/marketplace', icon: Compass } as const;

const houseMenu: MenuItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/content', label: 'Content', icon: Images },
  { ...marketplace, label: 'Marketplace' },
];

const subscriberMenu: MenuItem[] = [
  { to: '/my-feed', label: 'My Feed', icon: Newspaper },
  { ...marketplace, label: 'Browse Marketplace' },
  { to: '/my-subscriptions', label: 'My Subscriptions', icon: Heart },
];

const menus: Record<Role, MenuItem[]> = {
  admin: houseMenu,
  staff: houseMenu,
  influencer: [
    { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
    { to: '/my-content', label: 'My Content', icon: Images },
  ],
  subscriber: subscriberMenu,
};

/** The sidebar's links. A screen that is not built yet is not in the menu; no role sees a fan's. */
export const menuFor = (role: Role | null): MenuItem[] => (role ? menus[role] : subscriberMenu);

export const roleLabel = (role: Role | null): string =>
  role
    ? { admin: 'Admin', staff: 'Staff', influencer: 'Influencer', subscriber: 'Subscriber' }[role]
    : 'No role';
