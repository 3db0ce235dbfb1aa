type Properties = {
  question: string
  numbers: readonly number[]
  chosen: number | null
  onChoice: (number: number) => void
}

/** The citizen shows by the number that the page is the own one. */
export const NumberChoice = ({ question, numbers, chosen, onChoice }: Properties) => (
  <fieldset class="numbers">
    <legend>{question}</legend>
    {numbers.map((number) => (
      <label key={number}>
        <input
          type="radio"
          name="number"
          value={number}
          checked={chosen === number}
          onChange={() => onChoice(number)}
        />
        <span>{String(number).padStart(2, '0')}</span>
      </label>
    ))}
  </fieldset>
)
