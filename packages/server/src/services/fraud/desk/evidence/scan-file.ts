export type ScanResult =
  | { verdict: 'clean' }
  | { verdict: 'infected'; malware: string }
  /** The scanner did not decide. The reason holds nothing of the file. */
  | { verdict: 'unavailable'; reason: string }

/** Scans one file for malware. It never throws. */
export type ScanFile = (bytes: Buffer) => Promise<ScanResult>
