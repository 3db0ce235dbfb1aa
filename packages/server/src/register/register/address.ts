export type Address = {
  type: string
  province: string
  city: string
  commune: string
  quartier: string
  avenue: string
  number: string
  is_primary: boolean
  verified_at: string | null
}
