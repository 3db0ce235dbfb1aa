/* The answers of the citizen's API that the app reads. Only types: the schemas stay on the server. */

export type {
  CitizenApproval as Approval,
  CitizenConsent as Consent,
  CitizenDevice as Device,
  CitizenDispute as Dispute,
  CitizenMe as Me,
  DisputeStatus,
  FaceFault,
  HistoryEntry,
  HistoryKind,
  ListedAccess as Access,
  ListedCitizenDevice as ListedDevice,
  ScopeTier as Tier,
  ShownInstallation as Installation,
} from '@nani/contract'
