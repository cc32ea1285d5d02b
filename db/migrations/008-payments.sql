-- By what the card provider's notices find their way to an account.
create index events_charges on events ((data ->> 'chargeId')) where type = 'ChargeAttempted';
create index events_payments on events ((data ->> 'paymentId')) where type = 'PaymentSucceeded';
-- Checkouts by age: what a gateway took in and could not hand on is found by them.
create index events_checkouts on events (recorded_at) where type = 'CheckoutBegun';
