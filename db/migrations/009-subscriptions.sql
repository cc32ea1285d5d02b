-- The last word on each account's subscription: those that live must have a workflow that renews or ends them.
create index events_subscriptions on events (stream, version desc)
  where type in ('SubscriptionStarted', 'SubscriptionChanged', 'SubscriptionRenewed', 'SubscriptionEnded', 'AccountDeletionRequested');
