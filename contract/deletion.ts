/** Input of the workflow that ends an account: ids and numbers. */
export interface Deletion {
  /** Account id. */
  readonly owner: string
  /** Version of `AccountDeletionRequested` in the account's stream: who comes back and leaves again is deleted again. */
  readonly requested: number
}

export const deletionWorkflowId = ({ owner, requested }: Deletion) => `deletion-${owner}-${requested}`

/** How the deletion of an account is started, by whoever does it: starting twice is starting once. */
export const deletionStart = (deletion: Deletion) =>
  ({
    workflowId: deletionWorkflowId(deletion),
    args: [deletion] as [Deletion],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: 'Ends an account and removes all that identifies its owner',
  }) as const
