-- expand-only
-- The log of acts by the kind of act.
create index acts_by_action on acts (action, act_number);
