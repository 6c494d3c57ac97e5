import { useEffect } from 'react';

/** Adds an influencer's name, once loaded, before the title of the route. */
export function useInfluencerTitle(screen: string, name: string | undefined): void {
  useEffect(() => {
    document.title = [name, screen, 'Velvet Rope'].filter(Boolean).join(' · ');
  }, [screen, name]);
}
