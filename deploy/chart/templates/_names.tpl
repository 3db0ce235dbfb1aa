{{- define "nani.name" -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "nani.selector" -}}
app.kubernetes.io/name: nani
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "nani.labels" -}}
{{ include "nani.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "nani.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "nani.container" -}}
image: {{ include "nani.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  # The owner of /data is the node, and Nani wants a folder of its own.
  - { name: NANI_DATA_DIR, value: /data/nani }
  - { name: DATABASE_URL_FILE, value: /run/secrets/nani/database-url }
  - { name: NANI_OWNER_DATABASE_URL_FILE, value: /run/secrets/nani/owner-database-url }
  - { name: NANI_MASTER_KEY_FILE, value: /run/secrets/nani/master-key }
{{- if .Values.secret.keys.registerDatabaseUrl }}
  - { name: NANI_REGISTER_DATABASE_URL_FILE, value: /run/secrets/nani/register-database-url }
{{- end }}
{{- if .Values.secret.keys.registerOwnerDatabaseUrl }}
  - { name: NANI_REGISTER_OWNER_DATABASE_URL_FILE, value: /run/secrets/nani/register-owner-database-url }
{{- end }}
{{- range $variable, $key := .Values.secret.extra }}
  - { name: {{ $variable }}_FILE, value: /run/secrets/nani/{{ $variable }} }
{{- end }}
{{- if .Values.archive.existingClaim }}
  - { name: NANI_ARCHIVE_DIR, value: /archive }
{{- end }}
{{- if .Values.metrics.enabled }}
  - { name: NANI_METRICS_PORT, value: '9464' }
{{- end }}
{{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/nani, readOnly: true }
  - { name: data, mountPath: /data }
  - { name: temporary, mountPath: /tmp }
{{- if .Values.archive.existingClaim }}
  - { name: archive, mountPath: /archive }
{{- end }}
{{- if .Values.databaseAuthority.configMap }}
  - { name: authority, mountPath: /run/authority, readOnly: true }
{{- end }}
{{- end -}}
