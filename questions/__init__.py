"""The product: bank, quizzes, people. Every folder is a part of speech; README's map names the floors."""
