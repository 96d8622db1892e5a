import { artifacts } from '../../../templates/discovery/workflow.yaml'
import { mapValues } from '../../engine/records'
import { type ArtifactForm, artifactOf } from '../../workflow/artifacts/form'
import type { Phase } from './phases'

/** What each phase hands in. */
export const schemas = mapValues(artifacts as Readonly<Record<Phase, ArtifactForm>>, (form, phase) =>
  artifactOf(phase, form),
)

export const fieldNames = (phase: Phase): readonly string[] => schemas[phase].fields.map(({ key }) => key)
