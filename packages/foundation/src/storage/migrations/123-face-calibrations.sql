-- expand-only
-- Calibrations of the similarity that were fitted to the people of the operator. A calibration never changes: its
-- identifier names its content.
create table face_calibrations (
  calibration_id text primary key,
  model_id       text not null,
  calibration    jsonb not null,
  stored_by      text not null,
  stored_at      timestamptz not null
);

-- What operators decided about the calibration of a recogniser. A proposal takes effect when a second operator confirms
-- it. Rows are only added: the newest confirmed decision of a recogniser applies.
create table face_calibration_decisions (
  decision_id    bigint generated always as identity primary key,
  model_id       text not null,
  -- Null: the calibration of the manifest of the recogniser.
  calibration_id text references face_calibrations (calibration_id),
  step           text not null check (step in ('proposed', 'confirmed')),
  decided_by     text not null,
  account        text,
  decided_at     timestamptz not null
);
create index face_calibration_decisions_newest on face_calibration_decisions (model_id, step, decision_id desc);

-- The calibration by which the similarity of a comparison was calculated. Null: the one of the recogniser's manifest, or
-- the image was refused.
alter table face_reasons add column calibration_id text;
