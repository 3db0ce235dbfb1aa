-- expand-only
-- A command of an earlier release reads no declines, and not who is disabled. So the database refuses a confirmation of what no other
-- person proposes any more. The releases decide all else.
create function refuse_unproposed_model() returns trigger language plpgsql as $$
begin
  if not exists (
    select from credit_model_decisions proposal
    where step = 'proposed' and version = new.version and role = new.role and decided_by <> new.decided_by
      and (reason is null) = (new.reason is null) and decided_at > new.decided_at - interval '24 hours'
      and not exists (select from credit_model_declines where decision_id = proposal.decision_id)
      and not exists (select from operators where name = proposal.decided_by and disabled_at is not null)) then
    raise exception 'the model is not proposed by another person any more' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create function refuse_unproposed_calibration() returns trigger language plpgsql as $$
begin
  if not exists (
    select from face_calibration_decisions proposal
    where step = 'proposed' and model_id = new.model_id and calibration_id is not distinct from new.calibration_id
      and decided_by <> new.decided_by and decided_at > new.decided_at - interval '24 hours'
      and not exists (select from face_calibration_declines where decision_id = proposal.decision_id)
      and not exists (select from operators where name = proposal.decided_by and disabled_at is not null)) then
    raise exception 'the calibration is not proposed by another person any more' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger confirmed_model_proposed before insert on credit_model_decisions for each row
  when (new.step = 'confirmed') execute function refuse_unproposed_model();
create trigger confirmed_calibration_proposed before insert on face_calibration_decisions for each row
  when (new.step = 'confirmed') execute function refuse_unproposed_calibration();
