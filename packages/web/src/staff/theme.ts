import { createTheme } from '@mantine/core'

/** The variables of Mantine are in its style file. A change of colours or fonts is in style.css. */
export const theme = createTheme({ respectReducedMotion: true })
