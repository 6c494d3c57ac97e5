/** The name of a file with the evidence about a dispute. @param disputeId the provider's */
export function evidenceFileName(disputeId: string, extension: 'json' | 'pdf'): string {
  return `dispute-${disputeId.replaceAll(/[^\w-]/g, '-')}.${extension}`;
}
