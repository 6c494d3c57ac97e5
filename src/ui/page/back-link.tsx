import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './back-link.module.css';

/** A link to the parent screen. */
export const BackLink = createLink(({ children, className, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={className ? `${styles.back} ${className}` : styles.back}>
    <ArrowLeft size={16} aria-hidden="true" /> {children}
  </a>
));
