-- expand-only
-- A proposed decision about a credit model or a calibration of faces that a person declined. Rows are only added.
create table credit_model_declines (
  decision_id bigint primary key references credit_model_decisions (decision_id),
  declined_by text not null,
  account     text,
  reason      text not null,
  declined_at timestamptz not null
);
create table face_calibration_declines (
  decision_id bigint primary key references face_calibration_decisions (decision_id),
  declined_by text not null,
  account     text,
  reason      text not null,
  declined_at timestamptz not null
);
